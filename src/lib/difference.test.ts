import { expect, test } from 'vitest'
import { processorTime } from '#test/support/processorTime.ts'
import { compareTexts, type Part } from './difference.ts'

/** `[-gone-]` and `{+new+}` within what is the same. */
const shown = (parts: Part[]) =>
  parts.map(({ kind, text }) => (kind === 'gone' ? `[-${text}-]` : kind === 'new' ? `{+${text}+}` : text)).join('')
const rowsOf = (before: string, after: string) =>
  compareTexts(before, after).map(row => (row.kind === 'same' ? '=' : `${shown(row.before)} | ${shown(row.after)}`))

test('the words that were added and removed are found within their paragraph', () => {
  expect(rowsOf('会议定于五月一日召开。', '会议定于六月一日在苏州召开。')).toEqual([
    '会议定于[-五-]月一日召开。 | 会议定于{+六+}月一日{+在苏州+}召开。',
  ])
  expect(rowsOf('按 GB/T 1576 执行', '按 GB/T 12145 执行')).toEqual(['按 GB/T [-1576-] 执行 | 按 GB/T {+12145+} 执行'])
})

test('a paragraph that came in or went leaves the others where they were', () => {
  expect(rowsOf('甲\n乙\n丙', '甲\n新的\n乙\n丙')).toEqual(['=', ' | {+新的+}', '=', '='])
  expect(rowsOf('甲\n乙\n丙', '甲\n丙')).toEqual(['=', '[-乙-] | ', '='])
})

test('nothing, and two texts that are the same, do not differ', () => {
  expect(rowsOf('', '')).toEqual([])
  expect(rowsOf('一\n\n二', '一\n二')).toEqual(['=', '='])
})

test('what is the same on both sides gives either text back, however they differ', () => {
  const letters = '水质锅炉清洗检测'
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let round = 0; round < 200; round++) {
    const make = () => Array.from({ length: 1 + next(30) }, () => letters[next(letters.length)]).join('')
    const [before, after] = [make(), make()]
    const [row] = compareTexts(before, after)
    expect([row!.before, row!.after].map(parts => parts.map(({ text }) => text).join(''))).toEqual([before, after])
    expect(
      row!.before
        .filter(({ kind }) => kind === 'same')
        .map(({ text }) => text)
        .join(''),
    ).toBe(
      row!.after
        .filter(({ kind }) => kind === 'same')
        .map(({ text }) => text)
        .join(''),
    )
  }
})

test('two very long texts without a paragraph in common are compared at once', () => {
  const long = (word: string) => word.repeat(30_000)
  const spent = processorTime()
  const [row] = compareTexts(long('水'), long('火'))
  expect(row!.before).toEqual([{ kind: 'gone', text: long('水') }])
  expect(spent()).toBeLessThan(2_000)
})
