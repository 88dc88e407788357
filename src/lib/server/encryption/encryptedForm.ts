import type { FieldValue, FormField, FormRow, FormValues } from '#lib/form/form.ts'
import { maskIdNumber, maskMobile } from '#lib/mask.ts'
import type { Encryption } from './encryption.ts'

/** Values as the database keeps them: personal ones as `{ sealed }`. */
export type StoredForm = { [name: string]: FieldValue | { sealed: string } | StoredForm[] }

export const encryptForm = (fields: readonly FormField[], values: FormValues, encryption: Encryption): StoredForm =>
  mapFields(fields, values, (value, { personal, columns }) => {
    if (columns) return (value as FormRow[]).map(row => encryptForm(columns, row, encryption))
    return personal ? { sealed: encryption.encrypt(JSON.stringify(value)) } : value
  })

/** Fields that the form no longer has are left out. */
export const decryptForm = (fields: readonly FormField[], stored: StoredForm, encryption: Encryption): FormValues =>
  mapFields(fields, stored, (value, { columns }) => {
    if (columns) return (value as StoredForm[]).map(row => decryptForm(columns, row, encryption))
    return isSealed(value) ? JSON.parse(encryption.decrypt(value.sealed)) : value
  }) as FormValues

/** Masks personal values for readers other than the applicant. */
export const maskForm = (fields: readonly FormField[], values: FormValues): FormValues =>
  mapFields(fields, values, (value, { personal, kind, columns }) => {
    if (columns) return (value as FormRow[]).map(row => maskForm(columns, row))
    if (!personal || typeof value !== 'string') return value
    return kind === 'mobile' || kind === 'phone' ? maskMobile(value) : maskIdNumber(value)
  }) as FormValues

const isSealed = (value: unknown): value is { sealed: string } =>
  typeof value === 'object' && value !== null && 'sealed' in value

function mapFields<Value, Result>(
  fields: readonly FormField[],
  values: Record<string, Value>,
  change: (value: Value, field: FormField) => Result,
): Record<string, Result> {
  return Object.fromEntries(
    fields.flatMap(field => (field.name in values ? [[field.name, change(values[field.name]!, field)]] : [])),
  )
}
