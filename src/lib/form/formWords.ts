import { minute } from '../dates.ts'
import { formatYuan } from '../money.ts'
import { provinceName } from '../provinces.ts'
import type { FieldValue, FormField, FormRow, FormValues, Point } from './form.ts'
import { formatPhone } from './phone.ts'

/** Values by the labels of their fields and choices by their names: what the audit log keeps of a change, and people read. */
export const labelled = (fields: readonly FormField[], values: FormValues): Record<string, FieldValue> =>
  Object.fromEntries(fields.map(field => [field.label, translate(field, values[field.name] ?? null, 'code', 'name')]))

/** The same back; what no field is called is left out. */
export const unlabelled = (fields: readonly FormField[], words: Record<string, unknown>): FormValues =>
  Object.fromEntries(
    fields
      .filter(({ label }) => label in words)
      .map(field => [field.name, translate(field, words[field.label] as FieldValue, 'name', 'code')]),
  )

type Side = 'code' | 'name'

function translate({ kind, options, columns }: FormField, value: FieldValue, from: Side, to: Side): FieldValue {
  if (columns) {
    const words = from === 'code' ? labelled : unlabelled
    return ((value ?? []) as FormRow[]).map(row => words(columns, row) as FormRow)
  }
  const known = (one: FieldValue) => options?.find(option => option[from] === one)?.[to] ?? null
  if (kind === 'choice') return known(value)
  if (!Array.isArray(value)) return value
  // A name that no choice has any more is kept: the form refuses it, where leaving it out would choose less in silence.
  return (value as string[]).flatMap(one => (known(one) as string | null) ?? (to === 'code' ? one : []))
}

/** The value as people read it, in a printed form or a comparison. */
export function fieldText(field: FormField, value: FieldValue | undefined): string {
  if (value === undefined || value === null || value === '') return ''
  switch (field.kind) {
    case 'choice':
    case 'choices':
      return [value]
        .flat()
        .map(code => field.options?.find(option => option.code === code)?.name ?? String(code))
        .join('、')
    case 'province':
      return provinceName(String(value))
    case 'point':
      return `${(value as Point).lng}, ${(value as Point).lat}`
    case 'agreement':
      return value ? '是' : ''
    case 'ranking':
      return (value as string[])
        .map((code, i) => `${i + 1}. ${field.options?.find(option => option.code === code)?.name ?? code}`)
        .join('　')
    case 'picture':
    case 'file':
      return '已上传'
    case 'mobile':
    case 'phone':
      return formatPhone(String(value))
    case 'moment':
      return minute(String(value))
    case 'richText':
      return wordsOfHtml(String(value))
    case 'rows':
      return tableOf(field, value)!
        .rows.map(cells => cells.filter(Boolean).join('，'))
        .join('\n')
    case 'number':
      return `${field.unit?.includes('元') ? formatYuan(Number(value)) : value}${field.unit ? ` ${field.unit}` : ''}`
    default:
      return String(value)
  }
}

/** A field of rows as people read it; null for any other. */
export function tableOf(
  { kind, columns: all = [] }: FormField,
  value: FieldValue | undefined,
): { head: string[]; rows: string[][] } | null {
  if (kind !== 'rows') return null
  const columns = all.filter(({ hidden }) => !hidden)
  const rows = (Array.isArray(value) ? value : []) as FormRow[]
  return {
    head: columns.map(({ label }) => label),
    rows: rows.map(row => columns.map(column => fieldText(column, row[column.name]))),
  }
}

/** Line by line, and where which picture or video is. */
const wordsOfHtml = (html: string) =>
  html
    .replace(/<img [^<>]*?file\/(\d+)[^<>]*>/g, '【图片 $1】')
    .replace(/<video [^<>]*?file\/(\d+)[^<>]*>/g, '【视频 $1】')
    .replace(/<\/(p|h[1-6]|li|tr|blockquote|pre)>|<br \/>/g, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, entity => entities[entity]!)
    .trim()
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
