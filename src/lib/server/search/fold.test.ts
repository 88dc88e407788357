import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fold, foldChar, foldInPlace } from './fold.ts'

test.each([
  ['ＴＳＧ　１１', 'tsg 11', 'full-width forms, as phones type them'],
  ['鍋爐水處理', '锅炉水处理', 'traditional characters'],
  ['Ⅱ级', 'ii级', 'Roman numerals'],
  ['㎡', 'm2', 'one character that stands for several'],
  ['𬭎🎉', '𬭎🎉', 'characters outside the BMP'],
  ['等等……', '等等……', 'dots, which are no word'],
])('%j is compared as %j: %s', (typed, plain) => {
  expect(fold(typed)).toBe(plain)
})

test.each([
  ['ＴＳＧ　１１ 鍋爐……', 'tsg 11 锅炉……', true],
  ['鍋爐 ５㎡', '锅炉 5㎡', false],
  ['Ⅱ級', 'Ⅱ级', false],
  ['𬭎級', '𬭎级', false],
])('%j folded in place is %j', (text, plain, isWhole) => {
  expect(foldInPlace(text)).toEqual({ plain, isWhole })
})

test('what is folded stays as it is', () => {
  const text = 'ＣＢＷＡ-鍋爐水處理（Ⅱ級）①'
  expect(fold(fold(text))).toBe(fold(text))
})

const cases = new URL('../../../../../shared/data/opencc_testcases.json', import.meta.url)

/** Character by character: what is missing are those of which the context decides. */
test.skipIf(!existsSync(cases))(`OpenCC's own cases fold alike (${cases}; skipped where that is absent)`, () => {
  type Case = { input: string; expected: Record<string, string> }
  const all: Case[] = JSON.parse(readFileSync(cases, 'utf8')).cases
  const pairs = all.flatMap(({ input, expected }) =>
    Object.entries(expected).flatMap(([direction, simplified]) =>
      direction.endsWith('2s') ? [...input].map((char, i) => [char, [...simplified][i]!] as const) : [],
    ),
  )
  const apart = new Set(pairs.filter(([from, to]) => foldChar(from) !== foldChar(to)).map(([from]) => from))
  expect(pairs.length).toBeGreaterThan(2000)
  expect([...apart].sort()).toEqual([...'么圞坏樠殢沈甦著逕鍾'].sort())
})
