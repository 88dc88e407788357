import type { ScoreRow } from './resultViews.ts'
import type { Typed } from './scoring.ts'

export type ScoreColumn = 'theory' | 'practice'
type Pasting = { rows: readonly ScoreRow[]; columns: readonly ScoreColumn[]; at: { id: number; column: ScoreColumn } }
type Change = { row: ScoreRow; change: Partial<Typed> }

const ABSENT = /^缺考?$/

/**
 * Lays a table over the rows from one cell on, downwards and to the right: a line a person. A first line of headings is
 * passed over; 缺考 ticks the box. Rows that cannot be changed are left as they are.
 */
export function pasteScores({ rows, columns, at }: Pasting, table: string[][]) {
  const isHead = table.length > 1 && table[0]!.every(cell => cell !== '' && !/\d/.test(cell) && !ABSENT.test(cell))
  const lines = isHead ? table.slice(1) : table
  const across = columns.slice(columns.indexOf(at.column))
  const below = rows.slice(rows.findIndex(({ id }) => id === at.id))
  const changes = lines.slice(0, below.length).flatMap((cells, i): Change[] => {
    const row = below[i]!
    if (row.lock !== '') return []
    if (cells.some(cell => ABSENT.test(cell))) return [{ row, change: { isAbsent: true, theory: '', practice: '' } }]
    const scores = across.flatMap((column, j) => (cells[j] === undefined ? [] : [[column, cells[j]] as const]))
    return [{ row, change: { isAbsent: false, ...Object.fromEntries(scores) } }]
  })
  const locked = Math.min(lines.length, below.length) - changes.length
  return { changes, locked, left: Math.max(0, lines.length - below.length) }
}

export const pastedScoreWords = ({ changes, locked, left }: ReturnType<typeof pasteScores>) =>
  [
    `已填入 ${changes.length} 人的成绩，核对后保存`,
    locked && `${locked} 人的成绩不能改，没有填`,
    left && `还有 ${left} 行超出本页，没有填`,
  ]
    .filter(Boolean)
    .join('；')
