import { useSyncExternalStore } from 'react'
import { readEnvelope, unwrap } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'

const KEY = 'handoverTicket'
const CHANGED = 'hangxie:handover'

/** Kept for days: the letter has to be stamped first. */
export function keepTicket(ticket: string | null) {
  if (ticket === null) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, ticket)
  dispatchEvent(new Event(CHANGED))
}

export const useTicket = () =>
  useSyncExternalStore(
    heard => {
      addEventListener(CHANGED, heard)
      return () => removeEventListener(CHANGED, heard)
    },
    () => localStorage.getItem(KEY),
    () => null,
  )

type TicketKey = 'GET /handover/status' | 'POST /handover/submit' | 'POST /handover/letter'

/** Calls an endpoint with a ticket instead of a session; `browserApi` would send the member's token. */
export async function withTicket<K extends TicketKey>(
  key: K,
  ticket: string,
  body?: FormData | object,
): Promise<Output<ApiContract[K]>> {
  const [method = '', path = ''] = key.split(' ')
  const isForm = body instanceof FormData
  const response = await fetch(`/api${path}`, {
    method,
    headers: { ticket, ...(body && !isForm && { 'content-type': 'application/json' }) },
    body: isForm || !body ? body : JSON.stringify(body),
  })
  return unwrap(key, response.status, await readEnvelope(response))
}
