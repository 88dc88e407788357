import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTouched } from '../database/reads.ts'
import { tagsOf, tagsTouched } from './cacheTags.ts'

const tables = fc.constantFrom('article', 'banner', 'catalogue')
const what = fc.oneof(
  tables,
  fc.tuple(tables, fc.constantFrom('1', '12', '2', '#会议', '#通知', '#a,b')).map(([table, of]) => `${table} ${of}`),
)

test('a change reaches the tags of every page that it may show in', () => {
  fc.assert(
    fc.property(fc.uniqueArray(what, { minLength: 1 }), what, (reads, changed) => {
      const tags = tagsOf(new Set(reads)).split(',')
      const reached = tagsTouched(changed)!.some(tag => tags.includes(tag))
      expect(reached).toBe(isTouched(new Set(reads), changed))
    }),
  )
})

test('a page that was made from very much is known by whole tables, and is reached, too', () => {
  const reads = new Set(Array.from({ length: 2_000 }, (_, id) => `article ${id}`))
  expect(tagsOf(reads)).toBe('article')
  expect(tagsTouched('article 7')).toContain('article')
})

test('what may have changed anything has no tags', () => {
  expect(tagsTouched('')).toBeUndefined()
})
