import { describe, expect, test } from 'vitest'
import { type ArticleMove, type ArticleState, articleStates, mayEdit, moves, stateAfter } from './articleStates.ts'

const states = Object.keys(articleStates) as ArticleState[]
const names = Object.keys(moves) as ArticleMove[]
const writer = { permissions: ['staff:content'] }
const editor = { permissions: ['staff:content', 'staff:publish'] }
const nobody = { permissions: ['staff:finance'] }
const at = (status: ArticleState, more = {}) => ({
  status,
  isScheduled: status === 'scheduled',
  isOwn: true,
  ...more,
})
const possible = (who: typeof writer, status: ArticleState, more = {}) =>
  names.filter(name => stateAfter(name, at(status, more), who))

describe('what may become of an article', () => {
  test('a writer hands in and takes back what is theirs, and nothing else', () => {
    expect(Object.fromEntries(states.map(status => [status, possible(writer, status)]))).toEqual({
      draft: ['handIn'],
      review: ['recall'],
      returned: ['handIn'],
      scheduled: [],
      published: [],
      withdrawn: [],
    })
    for (const status of states) expect(possible(writer, status, { isOwn: false })).toEqual([])
  })

  test('an editor may do all that leads anywhere, own or not', () => {
    expect(Object.fromEntries(states.map(status => [status, possible(editor, status, { isOwn: false })]))).toEqual({
      draft: ['handIn', 'schedule', 'publish'],
      review: ['recall', 'return', 'schedule', 'publish'],
      returned: ['handIn', 'schedule', 'publish'],
      scheduled: ['unschedule', 'publish'],
      published: ['schedule', 'publish', 'withdraw'],
      withdrawn: ['schedule', 'publish'],
    })
  })

  test('the next text of a public article is scheduled while it stays public', () => {
    expect(stateAfter('schedule', at('published'), editor)).toBe('published')
    expect(possible(editor, 'published', { isScheduled: true })).toEqual(['unschedule', 'publish', 'withdraw'])
  })

  test('whoever has other work does nothing here', () => {
    for (const status of states) expect([possible(nobody, status), mayEdit(at(status), nobody)]).toEqual([[], false])
  })

  test('what waits for its time is written by nobody', () => {
    expect(states.filter(status => mayEdit(at(status), writer))).toEqual(['draft', 'returned'])
    expect(states.filter(status => mayEdit(at(status, { isOwn: false }), writer))).toEqual([])
    expect(states.filter(status => mayEdit(at(status), editor))).toEqual(states.filter(one => one !== 'scheduled'))
  })
})
