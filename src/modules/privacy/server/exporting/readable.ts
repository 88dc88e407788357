import { iso, minute } from '#lib/dates.ts'
import { labelOf, meaningOf } from './labels.ts'

/** Exported data of one kind, with the rows as stored. */
export type Part = {
  kind: string
  name: string
  purpose: string
  retention: string
  rows: readonly Record<string, unknown>[]
}
/** The same to be read: a heading a column, a text a cell. */
export type Readable = Omit<Part, 'rows'> & { headings: string[]; rows: string[][] }

export function readableOf({ rows, ...about }: Part): Readable {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))]
  return {
    ...about,
    headings: columns.map(column => labelOf(about.kind, column)),
    rows: rows.map(row => columns.map(column => cellText(about.kind, column, row[column]))),
  }
}

const MOMENT = /^\d{4}-\d\d-\d\dT/

/** A value as a text: what consists of several has a line, or a list, for them. */
function cellText(kind: string, column: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return MOMENT.test(value) ? minute(value) : meaningOf(kind, column, value)
  if (value instanceof Date) return minute(iso(value))
  if (Array.isArray(value)) {
    const all = value.map((one: unknown) => cellText(kind, column, one))
    return all.join(value.some(one => typeof one === 'object') ? '\n' : '、')
  }
  const parts = Object.entries(value).map(([name, part]) => [labelOf(kind, name), cellText(kind, name, part)])
  return parts.flatMap(([label, text]) => (text ? [`${label}：${text}`] : [])).join(column === 'form' ? '\n' : '；')
}
