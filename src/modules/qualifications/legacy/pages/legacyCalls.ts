import { readEnvelope, unwrap } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { tokenHeader } from '#api/session.ts'
import type { Input, Output } from '#lib/contract.ts'

/** A phone that was proved in this tab. */
export type Proof = { phone: string; ticket: string }
export type Legacy = Output<ApiContract['GET /qualification/old/getApply']>
export type LegacyApply = NonNullable<Legacy['apply']>
export type Scan = { id: number; name: string }

type Which = Input<ApiContract['GET /qualification/old/getApply']>
type Submission = Input<ApiContract['POST /qualification/old/submit']>

export async function readLegacy(which: Which, proof: Proof | null): Promise<Legacy> {
  const given = Object.entries(which).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return send('GET /qualification/old/getApply', `?${query}`, proof)
}

export async function sendScan(file: File, proof: Proof | null): Promise<Scan> {
  const body = new FormData()
  body.append('file', file)
  const { id, name } = await send('POST /qualification/old/file', '', proof, body)
  return { id, name }
}

export const submitLegacy = (form: Submission, proof: Proof | null) =>
  send('POST /qualification/old/submit', '', proof, form)

type Key = 'GET /qualification/old/getApply' | 'POST /qualification/old/file' | 'POST /qualification/old/submit'

/** Sends a visitor's ticket along with a member's token; `browserApi` sends only the token. */
async function send<K extends Key>(
  key: K,
  query: string,
  proof: Proof | null,
  body?: FormData | object,
): Promise<Output<ApiContract[K]>> {
  const [method = '', path = ''] = key.split(' ')
  const isForm = body instanceof FormData
  const headers = {
    ...tokenHeader(),
    ...(proof && { ticket: proof.ticket }),
    ...(body && !isForm && { 'content-type': 'application/json' }),
  }
  const response = await fetch(`/api${path}${query}`, {
    method,
    headers,
    body: isForm || !body ? body : JSON.stringify(body),
  })
  return unwrap(key, response.status, await readEnvelope(response))
}
