import type { FormField, FormValues } from '#lib/form/form.ts'
import { fieldText } from '#lib/form/formWords.ts'
import { isMobile, plainMobile } from '#lib/form/phone.ts'
import { maskEmail, maskIdNumber, maskMobile } from '#lib/mask.ts'

/** A value as the log keeps it: of numbers and addresses by which a person is reached or known only a part. */
export function loggedText(field: FormField, values: FormValues): string {
  const value = values[field.name]
  if (typeof value !== 'string') return fieldText(field, value)
  if (field.kind === 'email') return maskEmail(value)
  if (field.kind === 'mobile' || (field.kind === 'phone' && isMobile(plainMobile(value)))) return maskMobile(value)
  return field.personal ? maskIdNumber(value) : fieldText(field, value)
}
