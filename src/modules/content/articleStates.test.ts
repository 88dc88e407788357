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
  isChanged: false,
  review: null,
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

  test('where three steps of review are asked for, each right does its step and nothing leads past it', () => {
    const all = { permissions: ['staff:content', 'staff:firstReview', 'staff:secondReview', 'staff:publish'] }
    const review = (step: number | null, isBarred = false) => ({ review: { step, isBarred }, isScheduled: false })
    const steps = ([1, 2, 3] as const).map(step => possible(all, 'review', review(step)))
    expect(steps).toEqual([
      ['recall', 'return', 'firstReview'],
      ['recall', 'return', 'secondReview'],
      ['recall', 'return', 'schedule', 'publish'],
    ])
    for (const step of [1, 2, 3]) expect(possible(all, 'review', review(step, true))).toEqual(['recall'])
    for (const status of states)
      expect(possible(all, status, review(null))).not.toEqual(expect.arrayContaining(['publish', 'schedule']))
    expect(possible(all, 'published', { ...review(null), isChanged: true })).toEqual(['handIn', 'withdraw'])
    expect(possible(all, 'published', { ...review(3), isChanged: true })).toEqual([
      'recall',
      'return',
      'schedule',
      'publish',
      'withdraw',
    ])
    expect([1, 2, 3, null].map(step => mayEdit(at('review', review(step)), all))).toEqual([false, false, false, true])
  })

  test('what waits for its time is written by nobody', () => {
    expect(states.filter(status => mayEdit(at(status), writer))).toEqual(['draft', 'returned'])
    expect(states.filter(status => mayEdit(at(status, { isOwn: false }), writer))).toEqual([])
    expect(states.filter(status => mayEdit(at(status), editor))).toEqual(states.filter(one => one !== 'scheduled'))
  })
})
