import { type FormField, type FormValues, rowsIn } from '#lib/form/form.ts'
import { keep, readKept } from '#ui/form/kept.ts'
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

type Kept = { proof: Proof; opened: Opened; [form: `form:${number}`]: FormValues; [done: `done:${number}`]: Receipt }
type Part = keyof Kept & string

export const keptEnrolment = <P extends Part>(part: P) => readKept<Kept[P]>(`training:${part}`)
export const keepEnrolment = <P extends Part>(part: P, value: Kept[P] | null) => keep(`training:${part}`, value)

/**
 * Strips personal data before storing in the browser: identity numbers, account numbers and photos must be entered
 * again.
 */
export function withoutIdentity({ bankAccount: _, contactMobile: __, ...values }: FormValues): FormValues {
  return { ...values, participants: rowsIn(values, 'participants').map(({ idNumber: _, photo: __, ...row }) => row) }
}
