import { readEnvelope, unwrap } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { tokenHeader } from '#api/session.ts'
import type { Output } from '#lib/contract.ts'
import { Refusal } from '#lib/error.ts'

type Key = 'POST /person/import/check' | 'POST /person/import/run'

/** The list with what is said of it before it. */
export async function sendPeople<K extends Key>(
  key: K,
  file: File,
  said: Record<string, string> = {},
): Promise<Output<ApiContract[K]>> {
  const body = new FormData()
  for (const [name, value] of Object.entries(said)) body.append(name, value)
  body.append('file', file)
  const sent = fetch(`/api${key.slice('POST '.length)}`, { method: 'POST', headers: tokenHeader(), body })
  const response = await sent.catch(() => {
    throw new Refusal(0, '网络中断，文件没有传完，请重试')
  })
  return unwrap(key, response.status, await readEnvelope(response))
}
