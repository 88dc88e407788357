import type { Input, Output } from '#lib/contract.ts'
import { notSignedIn, Refusal } from '#lib/error.ts'
import { sendConfirmed } from './confirm.ts'
import type { ApiContract, ApiKey } from './contract.ts'
import { announce, clearSession, currentSession, noteUse, requestConsent, tokenHeader } from './session.ts'

type Envelope = { code: number; data: never; msg: string }
/**
 * `envelope` undefined: the answer is none of ours. `requestId`: under which number the log has it. `askedUnder`: of
 * `sessionNow`, where it was asked with one.
 */
export type ApiResponse = {
  envelope: Envelope | undefined
  requestId: string | undefined
  askedUnder: string | undefined
}
const sessionOf = new WeakMap<Response, string>()

/** The same `api` as on the server, over HTTP. What the answers mean is spec.md section 8. */
export function browserApi<K extends ApiKey>(
  key: K,
  input: Input<ApiContract[K]>,
  signal?: AbortSignal,
): Promise<Output<ApiContract[K]>> {
  return sendConfirmed(async () => {
    const response = await sendRequest(key, input, {}, signal).catch(throwUnreachable)
    return unwrap(key, response.status, await readEnvelope(response))
  })
}

/** Asked by a page of itself: the server does not prolong the session for it (`passive`). */
const PASSIVE = /\/message\/unread$/

/** `more`: headers beside the token, such as a visitor's ticket. `signal`: of a question that may be given up. */
export function sendRequest(
  key: string,
  input: object | undefined,
  more: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Response> {
  const [method = '', path = ''] = key.split(' ')
  const { url, rest } = fillPath(path, (input ?? {}) as Record<string, unknown>)
  const headers = { ...tokenHeader(), ...more }
  const session = currentSession()
  const sent = method === 'GET' ? fetch(withQuery(url, rest), { headers, signal }) : post(url, rest, headers)
  return sent.then(response => {
    sessionOf.set(response, session)
    return response
  })
}

/** Returns the data of an answer or throws a Refusal. An expired session is announced and ended here. */
export function unwrap(key: string, status: number, { envelope, requestId, askedUnder }: ApiResponse): never {
  const isOver = status === 401 || status === 550 || (status === 200 && envelope?.code === 401)
  // Asked by who has left since, or for whom somebody else has come: nobody is to be sent to sign in for that.
  if (isOver && askedUnder !== undefined && askedUnder !== currentSession())
    throw notSignedIn(envelope?.msg || undefined)
  if (status === 200 && / \/(member|staff)\//.test(key) && !PASSIVE.test(key)) noteUse()
  if (status === 401 || status === 550) {
    const why = envelope?.msg || '登录已失效，请重新登录'
    announce(why)
    return endSession(envelope, why)
  }
  if (status !== 200 || !envelope) {
    console.error(`${key}: HTTP ${status}`)
    throw new Refusal(status, envelope?.msg || '网络或服务异常，请稍后重试', undefined, requestId)
  }
  if (envelope.code === 200) return envelope.data
  if (envelope.code === 401) return endSession(envelope)
  if (envelope.code === 451) requestConsent()
  throw new Refusal(envelope.code, envelope.msg, (envelope.data as { fields?: Record<string, string> } | null)?.fields)
}

/**
 * Leaves: first in this browser, so that no window of it goes on calling for somebody who is gone; then on the server,
 * where a session that cannot be reached ends by itself.
 */
export async function signOut() {
  const left = sendRequest('POST /logout', {})
  clearSession({ ended: false })
  // Read to its end: what is left unread holds the connection.
  await left.then(answer => answer.text()).catch(() => {})
}

/** Maximum characters of a body sent with `keepalive`: browsers limit what may still be sent while a page closes. */
const MAX_KEEPALIVE_CHARS = 30_000

function post(url: string, input: object, more: Record<string, string>) {
  const body = JSON.stringify(input)
  const headers = { ...more, 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body, keepalive: body.length < MAX_KEEPALIVE_CHARS })
}

function endSession(envelope: Envelope | undefined, why?: string): never {
  clearSession({ ended: true, why })
  throw notSignedIn(envelope?.msg || undefined)
}

/** Puts `{id}` of a path in its place; what is left over is query or body. */
function fillPath(path: string, input: Record<string, unknown>) {
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
  // Commas as they are: a thousand ids still fit in what proxies take.
  return query.size ? `${url}?${String(query).replaceAll('%2C', ',')}` : url
}

/** A question that was given up has no answer. */
export async function readEnvelope(response: Response): Promise<ApiResponse> {
  const envelope = await response.json().catch(error => {
    if (error.name === 'AbortError') throw error
  })
  const requestId = response.headers.get('x-request-id') ?? undefined
  return { envelope, requestId, askedUnder: sessionOf.get(response) }
}

/** The refusal of a network that is away; a question that was given up is none. */
export function throwUnreachable(error: Error): never {
  throw error.name === 'AbortError' ? error : new Refusal(0, '网络连接不上，请检查网络后重试')
}
