import type { FieldValue, FormField, FormRow, FormValues } from './form.ts'

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

function translate({ kind, options = [], columns }: FormField, value: FieldValue, from: Side, to: Side): FieldValue {
  if (columns) {
    const words = from === 'code' ? labelled : unlabelled
    return ((value ?? []) as FormRow[]).map(row => words(columns, row) as FormRow)
  }
  const known = (one: FieldValue) => options.find(option => option[from] === one)?.[to] ?? null
  if (kind === 'choice') return known(value)
  return kind === 'choices' && Array.isArray(value)
    ? (value as string[]).flatMap(one => (known(one) as string | null) ?? [])
    : value
}
