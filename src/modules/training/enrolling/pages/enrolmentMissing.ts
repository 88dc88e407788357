import type { FieldErrors, FormField, FormValues } from '#lib/form/form.ts'
import { isAsked, isFilled, isNeeded, rowsOf, type Values } from './enrolmentParts.ts'

/** All that is missing at once, beside what the server found; in the order of the form. */
export function withMissing(of: Asked, values: FormValues, found: FieldErrors): FieldErrors {
  const asked = of.fields.filter(field => of.openFields.includes(field.name) && isAsked(field, values))
  const rows = rowsOf(values).filter(isFilled)
  const columns = asked.find(({ kind }) => kind === 'rows')?.columns ?? []
  const missing: FieldErrors = {
    ...missingIn(asked, values, ''),
    ...Object.assign({}, ...rows.map((row, i) => missingIn(columns, row, `participants.${i}.`))),
  }
  const all: FieldErrors = Object.keys(found).length ? { ...found, ...missing } : found
  const place = (name: string) => of.fields.findIndex(field => field.name === name.split('.')[0])
  return Object.fromEntries(
    Object.entries(all).sort(([a], [b]) => place(a) - place(b) || a.localeCompare(b, 'en', { numeric: true })),
  )
}
type Asked = { fields: readonly FormField[]; openFields: readonly string[] }

const missingIn = (fields: readonly FormField[], values: Values, path: string): FieldErrors =>
  Object.fromEntries(
    fields
      .filter(
        field =>
          !/^(rows|agreement)$/.test(field.kind) &&
          isAsked(field, values) &&
          isNeeded(field, values) &&
          !values[field.name] &&
          !isRegistered(field, values),
      )
      .map(({ name, label, kind }) => [
        path + name,
        `${/^(choice|province)$/.test(kind) ? '请选择' : kind === 'picture' ? '请上传' : '请填写'}${label}`,
      ]),
  )

/** Of the company's own people the register knows the number. */
const isRegistered = ({ name }: FormField, { personId }: Values) => Boolean(personId) && name === 'idNumber'
