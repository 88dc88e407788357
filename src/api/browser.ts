import type { Input, Output } from '#lib/contract.ts'
import { isRefusal, Refusal } from '#lib/error.ts'
import { confirmed } from './confirm.ts'
import type { ApiContract, ApiKey } from './contract.ts'
import { announce, noteUse, signedOut, tokenHeader } from './session.ts'

export type Envelope = { code: number; data: never; msg: string }

/** The same `api` as on the server, over HTTP. What the answers mean is spec.md section 8. */
export async function browserApi<K extends ApiKey>(
  key: K,
  input: Input<ApiContract[K]>,
  signal?: AbortSignal,
): Promise<Output<ApiContract[K]>> {
  const send = async () => {
    const response = await ask(key, input, {}, signal)
    return unwrap(key, response.status, await readEnvelope(response))
  }
  try {
    return await send()
  } catch (error) {
    // Before something dangerous: whoever types the password goes on where they were.
    if (isRefusal(error) && error.code === 428 && (await confirmed())) return send()
    throw error
  }
}

/** Asked by a page of itself: the server does not prolong the session for it (`passive`). */
const PASSIVE = /\/message\/unread$/

/** `more`: headers beside the token, such as a visitor's ticket. `signal`: of a question that may be given up. */
export function ask(
  key: string,
  input: object | undefined,
  more: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Response> {
  const [method = '', path = ''] = key.split(' ')
  const { url, rest } = fill(path, (input ?? {}) as Record<string, unknown>)
  const headers = { ...tokenHeader(), ...more }
  return method === 'GET' ? fetch(withQuery(url, rest), { headers, signal }) : post(url, rest, headers)
}

/** What an answer holds, or a refusal; a session that is over is told and ended here. */
export function unwrap(key: string, status: number, envelope: Envelope | undefined): never {
  if (status === 200 && / \/(member|staff)\//.test(key) && !PASSIVE.test(key)) noteUse()
  if (status === 401 || status === 550) {
    announce(envelope?.msg || '登录已失效，请重新登录')
    return endSession(envelope)
  }
  if (status !== 200 || !envelope) {
    console.error(`${key}: HTTP ${status}`)
    throw new Refusal(status, envelope?.msg || '网络或服务异常，请稍后重试')
  }
  if (envelope.code === 200) return envelope.data
  if (envelope.code === 401) return endSession(envelope)
  throw new Refusal(envelope.code, envelope.msg, (envelope.data as { fields?: Record<string, string> } | null)?.fields)
}

/** How much may still be sent while a page is being closed. */
const KEPT_ALIVE = 30_000

function post(url: string, input: object, more: Record<string, string>) {
  const body = JSON.stringify(input)
  const headers = { ...more, 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body, keepalive: body.length < KEPT_ALIVE })
}

function endSession(envelope: Envelope | undefined): never {
  signedOut({ ended: true })
  throw new Refusal(401, envelope?.msg || '请先登录')
}

/** Puts `{id}` of a path in its place; what is left over is query or body. */
function fill(path: string, input: Record<string, unknown>) {
  const rest = { ...input }
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { url: `/api${url}`, rest }
}

function withQuery(url: string, input: Record<string, unknown>) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    for (const one of [value].flat())
      if (one !== undefined && one !== null && one !== '') query.append(name, String(one))
  }
  return query.size ? `${url}?${query}` : url
}

/** Undefined where the answer is none of ours; a question that was given up has none. */
export const readEnvelope = (response: Response): Promise<Envelope | undefined> =>
  response.json().catch(error => {
    if (error.name === 'AbortError') throw error
  })
