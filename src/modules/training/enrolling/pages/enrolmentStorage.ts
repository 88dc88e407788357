import { type FormField, type FormValues, rowsIn } from '#lib/form/form.ts'
import { readTabStorage, writeTabStorage } from '#ui/form/tabStorage.ts'
import type { Receipt } from './enrolmentCalls.ts'

/** Phone that identifies a visitor. */
export const contactMobile: FormField = {
  name: 'contactMobile',
  label: '联系人手机',
  section: '',
  kind: 'mobile',
  required: true,
  autocomplete: 'tel-national',
}

/** A phone that was proved in this tab. */
export type Proof = { phone: string; ticket: string }
/** A registration that somebody came back to. */
export type Opened = { regNo: string; ticket: string }

type StoredEnrolment = {
  proof: Proof
  opened: Opened
  [form: `form:${number}`]: FormValues
  [done: `done:${number}`]: Receipt
}
type Part = keyof StoredEnrolment & string

export const readStoredEnrolment = <P extends Part>(part: P) => readTabStorage<StoredEnrolment[P]>(`training:${part}`)
export const storeEnrolment = <P extends Part>(part: P, value: StoredEnrolment[P] | null) =>
  writeTabStorage(`training:${part}`, value)

/**
 * Strips personal data before storing in the browser: identity numbers, account numbers and photos must be entered
 * again.
 */
export function withoutIdentity({ bankAccount: _, contactMobile: __, ...values }: FormValues): FormValues {
  return { ...values, participants: rowsIn(values, 'participants').map(({ idNumber: _, photo: __, ...row }) => row) }
}
