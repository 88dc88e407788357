import type { FieldValue, FormField, FormValues } from '../form.ts'
import { maskIdNumber, maskMobile } from '../mask.ts'
import type { Sealer } from './seal.ts'

/** Values as the database keeps them: personal ones as `{ sealed }`. */
export type StoredForm = Record<string, FieldValue | { sealed: string }>

export const sealForm = (fields: readonly FormField[], values: FormValues, sealer: Sealer): StoredForm =>
  mapFields(fields, values, (value, { personal }) =>
    personal ? { sealed: sealer.seal(JSON.stringify(value)) } : (value as FieldValue),
  )

/** Fields that the form no longer has are left out. */
export const openForm = (fields: readonly FormField[], stored: StoredForm, sealer: Sealer): FormValues =>
  mapFields(fields, stored, value => (isSealed(value) ? JSON.parse(sealer.open(value.sealed)) : value)) as FormValues

/** As others than the applicant see it. */
export const maskForm = (fields: readonly FormField[], values: FormValues): FormValues =>
  mapFields(fields, values, (value, { personal, kind }) =>
    personal && typeof value === 'string'
      ? kind === 'mobile' || kind === 'phone'
        ? maskMobile(value)
        : maskIdNumber(value)
      : (value as FieldValue),
  ) as FormValues

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
