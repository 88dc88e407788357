import { readEnvelope, unwrap } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { readDocument } from '#api/file.ts'
import { saveBlob } from '#api/objectUrl.ts'
import { tokenHeader } from '#api/session.ts'
import type { Output } from '#lib/contract.ts'
import { Refusal } from '#lib/error.ts'

type Key = 'POST /person/import/check' | 'POST /person/import/run'
type FormParts = Record<string, string>

/** The list with what is said of it before it. */
export async function sendPeople<K extends Key>(key: K, file: File, said: FormParts): Promise<Output<ApiContract[K]>> {
  const response = await send(key, file, said)
  return unwrap(key, response.status, await readEnvelope(response))
}

/** The list as it was sent, what is wrong in red and the reason beside it. */
export async function saveMarked(file: File): Promise<void> {
  const key = 'POST /person/import/errors'
  const { blob, name } = await readDocument(key, await send(key, file, { rows: 'all' }))
  saveBlob(blob, name)
}

function send(key: string, file: File, said: FormParts): Promise<Response> {
  const body = new FormData()
  for (const [name, value] of Object.entries(said)) body.append(name, value)
  body.append('file', file)
  return fetch(`/api${key.slice('POST '.length)}`, { method: 'POST', headers: tokenHeader(), body }).catch(() => {
    throw new Refusal(0, '网络中断，文件没有传完，请重试')
  })
}
