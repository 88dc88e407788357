import { expect, test } from 'vitest'
import { readTable } from '#ui/form/pasted.ts'
import type { ScoreRow } from './pages/resultViews.ts'
import { pastedScoreWords, pasteScores } from './pages/scorePasting.ts'

const rows = Array.from({ length: 80 }, (_, i) => ({ id: i + 1, lock: '' }) as ScoreRow)
const paste = (text: string, id = 1, column: 'theory' | 'practice' = 'theory', some = rows) =>
  pasteScores({ rows: some, columns: ['theory', 'practice'], at: { id, column } }, readTable(text)!)

test('a column of eighty scores copied from Excel fills eighty rows', () => {
  const pasted = paste(rows.map(({ id }) => `${id / 2 + 40}`).join('\r\n'))
  expect(pasted.changes).toHaveLength(80)
  expect(pasted.changes[79]).toEqual({ row: rows[79], change: { isAbsent: false, theory: '80' } })
  expect(pastedScoreWords(pasted)).toBe('已填入 80 人的成绩，核对后保存')
})

test('two columns fill both, a heading is passed over, and 缺考 is no score', () => {
  const { changes } = paste('理论\t实操\n88\t76\n缺考\t\n60.5\t71\n', 3)
  expect(changes.map(({ row, change }) => [row.id, change])).toEqual([
    [3, { isAbsent: false, theory: '88', practice: '76' }],
    [4, { isAbsent: true, theory: '', practice: '' }],
    [5, { isAbsent: false, theory: '60.5', practice: '71' }],
  ])
})

test('who cannot be changed is left out, and what is beyond the page is said', () => {
  const some = rows.slice(0, 3).map(row => ({ ...row, lock: row.id === 2 ? '证书已发' : '' }))
  const pasted = paste('1\n2\n3\n4\n5\n', 1, 'practice', some)
  expect(pasted.changes.map(({ row }) => row.id)).toEqual([1, 3])
  expect(pastedScoreWords(pasted)).toBe(
    '已填入 2 人的成绩，核对后保存；1 人的成绩不能改，没有填；还有 2 行超出本页，没有填',
  )
})
