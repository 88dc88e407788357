import type { FieldErrors, FormField, FormRow, FormValues } from '#lib/form/form.ts'
import { type StoredRow, storedRows } from '#lib/server/forms/formExceptions.ts'
import { extraColumns } from '../extraFields.ts'

/** The part of a form in which extra fields stand that name none. */
const SECTION = '专项信息'
/** Maximum characters of an extra field. */
const MAX_CHARS = { text: 100, paragraph: 500 }

/** Fields as staff edit them: one a row. */
export const rowsOfExtraFields = (fields: readonly FormField[]) => fields.map(rowOf)

/** The fields that such rows make. */
export const extraFieldsIn = (rows: readonly FormRow[] | null | undefined): FormField[] =>
  storedRows(extraColumns, rows).map(fieldIn)

type ExtraRow = StoredRow<typeof extraColumns>

const rowOf = ({ name, label, section, kind, options = [], unit = '', required, hint = '' }: FormField) => ({
  code: name,
  label,
  section,
  kind: kind as ExtraRow['kind'],
  options: options.map(option => option.name).join('、'),
  unit,
  required: required === true,
  hint,
})

/** Options are stored by name, so that old applications stay readable after an option is removed. */
function fieldIn({ code, label, section, kind, options, required, unit, hint }: ExtraRow): FormField {
  return {
    name: code,
    label,
    section: section || SECTION,
    kind,
    ...(required && { required }),
    ...((kind === 'text' || kind === 'paragraph') && { max: MAX_CHARS[kind] }),
    ...((kind === 'choice' || kind === 'choices') && {
      options: optionsIn(options).map(name => ({ code: name, name })),
    }),
    ...(unit && { unit }),
    ...(hint && { hint }),
  }
}

const optionsIn = (options: string) => [
  ...new Set(
    options
      .split(/[、，,；;\n]/)
      .map(option => option.trim())
      .filter(Boolean),
  ),
]

/** Returns the faults in rows of extra fields: codes, and choices without options. */
export function extraFieldFaults(values: FormValues, name: string): FieldErrors {
  const rows = (values[name] ?? []) as FormRow[]
  return {
    ...codeFaults(values, name, /^F\d{2,5}$/, '代号应为 F 加数字，例如 F01'),
    ...Object.fromEntries(
      rows.flatMap((row, i) =>
        /^choices?$/.test(String(row.kind)) && optionsIn(String(row.options ?? '')).length < 2
          ? [[`${name}.${i}.options`, '单选、多选至少要有两个选项，用顿号隔开']]
          : [],
      ),
    ),
  }
}

/** Checks the shape and uniqueness of the codes in rows. */
export function codeFaults(values: FormValues, name: string, shape: RegExp, message: string): FieldErrors {
  const codes = ((values[name] ?? []) as FormRow[]).map(({ code }) => code)
  return Object.fromEntries(
    codes.flatMap((code, i) => {
      if (typeof code !== 'string' || code === '') return []
      if (!shape.test(code)) return [[`${name}.${i}.code`, message]]
      return codes.indexOf(code) < i
        ? [[`${name}.${i}.code`, `代号 ${code} 与第 ${codes.indexOf(code) + 1} 行重复`]]
        : []
    }),
  )
}
