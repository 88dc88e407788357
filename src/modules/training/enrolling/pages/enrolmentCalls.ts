import { readEnvelope, sendRequest, unwrap } from '#api/browser.ts'
import type { ApiContract, ApiKey } from '#api/contract.ts'
import { tokenHeader } from '#api/session.ts'
import type { Input, Output } from '#lib/contract.ts'

export type Enrolment = Output<ApiContract['GET /app/training/getApply']>
export type MemberEnrolment = Output<ApiContract['GET /training/v2/detail']>
export type Reg = NonNullable<Enrolment['reg']>
export type Person = MemberEnrolment['people'][number]
export type Outcome = Output<ApiContract['POST /app/training/edit/submit']>
export type Receipt = Output<ApiContract['POST /app/training/submit']>
export type Written = Pick<
  Input<ApiContract['POST /app/training/edit/submit']>,
  'org' | 'participants' | 'invoice' | 'answers' | 'pay' | 'version'
>
export type Act = 'submit' | 'pay' | 'accept' | 'cancel'

export type Calls = {
  act: (action: Act, written: Written) => Promise<Outcome>
  download: (type: 'ticket' | 'invoice') => Promise<unknown>
  /** Ticket of a visitor; undefined for members. */
  ticket: string | undefined
}

/** A ticket makes the caller a visitor, even if a member is signed in in the same browser. */
export const headersOf = (ticket: string | undefined): Record<string, string> =>
  ticket ? { ticket, token: 'anonymous' } : {}

export async function call<K extends ApiKey>(
  key: K,
  input: Input<ApiContract[K]>,
  ticket?: string,
): Promise<Output<ApiContract[K]>> {
  const response = await sendRequest(key, input, headersOf(ticket))
  return unwrap(key, response.status, await readEnvelope(response))
}

type UploadKey = 'POST /app/training/file' | 'POST /app/training/photo' | 'POST /app/training/participants/read'

export async function sendFile<K extends UploadKey>(
  key: K,
  file: File,
  ticket: string | undefined,
  fields: Input<ApiContract[K]>,
): Promise<Output<ApiContract[K]>> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value))
  body.append('file', file)
  const headers = { ...tokenHeader(), ...headersOf(ticket) }
  const response = await fetch(`/api${key.slice('POST '.length)}`, { method: 'POST', headers, body })
  return unwrap(key, response.status, await readEnvelope(response))
}
