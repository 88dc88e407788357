import { readEnvelope, unwrap } from '#api/browser.ts'
import { saveBlob } from '#api/objectUrl.ts'
import { tokenHeader } from '#api/session.ts'
import { Refusal } from '#lib/error.ts'
import { countEntries } from '#lib/zipEntries.ts'

const KEY = 'GET /staff/training/batch/zip'

/** Saves all papers of a batch, and tells after each how many have arrived; ends early where `signal` says so. */
export async function saveZip(id: number, name: string, signal: AbortSignal, onEntry: (count: number) => void) {
  const response = await fetch(`/api/staff/training/batch/zip?id=${id}`, { headers: tokenHeader(), signal })
  if (!response.ok || response.headers.get('content-type')?.startsWith('application/json'))
    return unwrap(KEY, response.status, await readEnvelope(response))
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const count = countEntries()
  const reader = response.body!.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(error => {
      throw signal.aborted ? error : new Refusal(0, '下载中断，请重试')
    })
    if (done) break
    pieces.push(value)
    onEntry(count(value))
  }
  saveBlob(new Blob(pieces, { type: 'application/zip' }), `${name}.zip`)
}
