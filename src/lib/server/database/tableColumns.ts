import type { FormTable } from '../documents/formDocument.ts'
import { widthOf } from '../documents/printable.ts'

/** Width of a line in the small type of tables, and padding of a cell, in half-width characters. */
const LINE_WIDTH = 122
const CELL_PADDING = 2
const MIN_COLUMN_WIDTH = 6
const MAX_COLUMN_WIDTH = 40
/** A digit or letter is somewhat wider than half a Chinese character. */
const WIDE = 1.15
/** Longer runs are broken anyway; shorter ones where there is no room for them. */
const RUN = 24
const SHORT_RUN = 8

/** A table as it fits the page: how wide its columns are in parts of the whole, and texts that can be broken there. */
export function fitColumns({ head, rows }: FormTable): FormTable & { widths: number[] } {
  const columns = head.map((label, column) => [label, ...rows.map(row => row[column]!)])
  const least = columns.map(
    texts => CELL_PADDING + Math.max(MIN_COLUMN_WIDTH, WIDE * Math.min(RUN, Math.max(0, ...texts.flatMap(runsOf)))),
  )
  const wanted = columns.map((texts, i) =>
    Math.max(least[i]!, CELL_PADDING + Math.min(MAX_COLUMN_WIDTH, Math.max(...texts.map(widthOf)))),
  )
  const spare = LINE_WIDTH - sum(least)
  const wish = sum(wanted) - sum(least)
  if (spare >= wish) return { head, rows, widths: wanted }
  if (spare < 0) return { head, rows: rows.map(row => row.map(breakable)), widths: least }
  return { head, rows, widths: least.map((width, i) => width + (spare * (wanted[i]! - width)) / wish) }
}

/** Chinese breaks anywhere, a number nowhere. */
const runsOf = (text: string) => (text.match(/[^\s\u2e80-\uffef\u{20000}-\u{3ffff}]+/gu) ?? []).map(run => run.length)

const breakable = (text: string) =>
  text.replace(new RegExp(`[^\\s\\u2e80-\\uffef]{${SHORT_RUN},}`, 'g'), run => [...run].join('\u200b'))

const sum = (widths: number[]) => widths.reduce((total, width) => total + width, 0)
