import { expect, test } from 'vitest'
import { describeRule, mimeTypes, ruleOf } from '#lib/uploads.ts'
import { papers } from './papers.ts'

test('public forms tell of papers what the server takes as material', () => {
  expect(papers.told.replace('每个', '')).toBe(describeRule('material'))
  const accepted = papers.accept.split(',').map(ending => ending.slice(1).replace('jpeg', 'jpg'))
  expect([...new Set(accepted)].sort()).toEqual([...ruleOf('material').takes].sort())
  expect(accepted.every(ending => ending in mimeTypes)).toBe(true)
})
