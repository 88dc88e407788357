import type { FormRow, FormValues } from '#lib/form/form.ts'
import type { Receipt } from './enrolmentCalls.ts'

/** In this tab alone, through a reload and a step back; `draft.ts` lets go of it when somebody else signs in here. */
const PREFIX = 'draft:training:'

/** A phone that was proved in this tab. */
export type Proof = { phone: string; ticket: string }
/** A registration that somebody came back to. */
export type Opened = { regNo: string; ticket: string }

type Kept = { proof: Proof; opened: Opened; [form: `form:${number}`]: FormValues; [done: `done:${number}`]: Receipt }

export function readKept<P extends keyof Kept & string>(part: P): Kept[P] | null {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + part) ?? 'null')
  } catch {
    return null
  }
}

/** A browser that keeps nothing still lets one type. */
export function keep<P extends keyof Kept & string>(part: P, value: Kept[P] | null): void {
  try {
    if (value === null) sessionStorage.removeItem(PREFIX + part)
    else sessionStorage.setItem(PREFIX + part, JSON.stringify(value))
  } catch {}
}

/** What is typed, but for what says who somebody is: numbers of identity and of accounts, and photos, are typed anew. */
export function withoutIdentity({ bankAccount: _, contactMobile: __, ...values }: FormValues): FormValues {
  const rows = (values.participants ?? []) as FormRow[]
  return { ...values, participants: rows.map(({ idNumber: _, photo: __, ...row }) => row) }
}
