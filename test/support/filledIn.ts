import { dayOf } from '../../src/lib/dates.ts'
import type { FieldValue, FormField, FormValues } from '../../src/lib/form/form.ts'

const today = dayOf(new Date())

const ofKind: Partial<Record<FormField['kind'], string | number | boolean>> = {
  text: '无',
  paragraph: '无',
  number: 1,
  day: today,
  agreement: true,
  personName: '李晓明',
  mobile: '13900000903',
  email: 'quality@example.com',
  residentId: '110000199001010013',
}
const rowOf = (columns: readonly FormField[]) =>
  Object.fromEntries(columns.flatMap(({ name, kind }) => (kind in ofKind ? [[name, ofKind[kind]!]] : [])))

function somehow({ kind, columns, options = [] }: FormField): FieldValue {
  if (kind === 'rows') return [rowOf(columns!)]
  if (kind === 'choice') return options[0]!.code
  return kind === 'choices' ? [options[0]!.code] : ofKind[kind]!
}

/** Fills in required fields that are still empty, with any valid value. */
export const filledIn = (fields: readonly FormField[], form: FormValues): FormValues => ({
  ...Object.fromEntries(fields.filter(({ required }) => required).map(field => [field.name, somehow(field)])),
  ...form,
})
