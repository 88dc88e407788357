import { readEnvelope, sendRequest, throwUnreachable, unwrap } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import type { Input, Output } from '#lib/contract.ts'

type CaseKey = 'GET /caseLink/case' | 'POST /caseLink/reach' | 'POST /caseLink/act'
export type LinkedCase = Output<ApiContract['GET /caseLink/case']>
/** What the colleague types; it outlives the quarter of an hour. */
export type ActWords = { reason: string; exceptionReason: string }
export type CaseAct = LinkedCase['acts'][number]

/** Makes a call about the one case that a link has opened: its secret is in a header, and in no address. */
export async function caseCall<K extends CaseKey>(
  key: K,
  ticket: string,
  input: Input<ApiContract[K]>,
): Promise<Output<ApiContract[K]>> {
  const response = await sendRequest(key, input, { ticket }).catch(throwUnreachable)
  return unwrap(key, response.status, await readEnvelope(response))
}
