import { missingMessage, readField } from './fieldReading.ts'
import {
  type FieldErrors,
  type FieldValue,
  type FormField,
  type FormRow,
  type FormValues,
  type FormValuesOf,
  offeredOptions,
} from './form.ts'

/** Judges the words of a field that becomes public; answers the error. */
export type WordRule = (field: FormField, value: FieldValue) => string | undefined

/**
 * `before`: what stands on record; what is retired is then taken only where it stood. `words`: for forms whose texts
 * become public.
 */
type Reading = { whole: boolean; today: string; before?: FormValues; words?: WordRule }

/**
 * Parses a submitted form into stored values and errors. A draft (`whole: false`) may omit anything and keeps invalid
 * values as they were typed, up to a size that can be stored.
 */
export function readForm<const Fields extends readonly FormField[]>(
  fields: Fields,
  sent: Record<string, unknown>,
  how: Reading & { whole: true },
): { values: FormValuesOf<Fields>; errors: FieldErrors }
export function readForm(
  fields: readonly FormField[],
  sent: Record<string, unknown>,
  how: Reading,
): { values: FormValues; errors: FieldErrors }
export function readForm(
  fields: readonly FormField[],
  sent: Record<string, unknown>,
  { whole, today, before, words }: Reading,
): { values: FormValues; errors: FieldErrors } {
  const values: FormValues = {}
  const errors: FieldErrors = {}
  for (const field of fields) {
    const given = sent[field.name]
    if (isBlank(given)) {
      if (whole && field.required) errors[field.name] = missingMessage(field)
      continue
    }
    if (field.kind === 'rows') {
      const read = readRows(field, given, { whole, today, words })
      values[field.name] = read.rows
      Object.assign(errors, read.errors)
      continue
    }
    const read = readField(before ? withOfferedOptions(field, before) : field, given, today)
    if ('value' in read) {
      values[field.name] = read.value
      const fault = words?.(field, read.value)
      if (fault) errors[field.name] = fault
    } else {
      errors[field.name] = read.error
      if (!whole && (isStorable(given) || (field.options && isCodes(given)))) values[field.name] = given
    }
  }
  return { values, errors: whole ? errors : {} }
}

const withOfferedOptions = (field: FormField, before: FormValues): FormField =>
  field.options ? { ...field, options: offeredOptions(field.options, before[field.name]) } : field

const isBlank = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

const DRAFT_LIMIT = 5000
const isStorable = (value: unknown): value is FieldValue =>
  (typeof value === 'string' && value.length <= DRAFT_LIMIT) || typeof value === 'number'

const MAX_CODES = 200
const MAX_CODE_LENGTH = 40
const isCodes = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length <= MAX_CODES &&
  value.every(one => typeof one === 'string' && one.length <= MAX_CODE_LENGTH)

const MAX_ROWS = 200

/** Row by row; what is wrong in the third row's `title` is named `persons.2.title`. Rows without anything are left out. */
function readRows({ name, label, required, columns, max = MAX_ROWS }: FormField, given: unknown, how: Reading) {
  const errors: FieldErrors = {}
  if (!Array.isArray(given)) return { rows: [], errors: { [name]: `${label}应为若干行` } }
  const filled = [...given.entries()].filter(
    (entry): entry is [number, Record<string, unknown>] =>
      typeof entry[1] === 'object' && entry[1] !== null && columns!.some(column => !isBlank(entry[1][column.name])),
  )
  if (filled.length > max) errors[name] = `${label}不能超过 ${max} 行，现有 ${filled.length} 行`
  const rows = filled.slice(0, max).map(([i, row]) => {
    const read = readForm(columns!, row, how)
    for (const [column, error] of Object.entries(read.errors)) errors[`${name}.${i}.${column}`] = error
    return read.values as FormRow
  })
  if (how.whole && required && rows.length === 0) errors[name] = `请至少填写一行${label}`
  return { rows, errors }
}

export const withoutEmptyRows = (fields: readonly FormField[], values: FormValues): FormValues => ({
  ...values,
  ...Object.fromEntries(
    fields.flatMap(({ name, kind }) => {
      const rows = kind === 'rows' && (values[name] as FormRow[] | null | undefined)
      return rows ? [[name, rows.filter(row => !Object.values(row).every(isBlank))]] : []
    }),
  ),
})
