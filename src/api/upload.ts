import type { Output } from '#lib/contract.ts'
import { Refusal } from '#lib/error.ts'
import type { FileUse } from '#lib/uploads.ts'
import { type ApiResponse, unwrap } from './browser.ts'
import { sendConfirmed } from './confirm.ts'
import type { ApiContract, ApiKey } from './contract.ts'
import { currentSession, tokenHeader } from './session.ts'

/** Calls that take a file. */
type UploadKey = { [K in ApiKey]: ApiContract[K] extends { upload: true } ? K : never }[ApiKey]
export type Stored = Output<ApiContract['POST /file/upload']>

/** Upload progress: sizes in bytes, speed in bytes per second. */
export type Progress = { sent: number; total: number; speed: number }
type Options = {
  use: FileUse
  onProgress?: (progress: Progress) => void
  signal?: AbortSignal
  /** Endpoint of the upload; absent: the member's own files. */
  to?: UploadKey
  /** Ticket of a visitor without an account; proves whose file it is. */
  ticket?: string
}

/** Uploads by XMLHttpRequest, since `fetch` reports no upload progress. Throws what `browserApi` throws. */
export const upload = (file: File, options: Options): Promise<Stored> => sendConfirmed(() => uploadOnce(file, options))

function uploadOnce(file: File, { use, onProgress, signal, ...how }: Options): Promise<Stored> {
  const { to = 'POST /file/upload', ticket } = how
  const form = new FormData()
  form.append('use', use)
  form.append('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api${to.slice('POST '.length)}`)
    const headers = { ...tokenHeader(), ...(ticket && { ticket }) }
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    const [begun, session] = [performance.now(), currentSession()]
    request.upload.onprogress = ({ loaded, total }) => {
      const seconds = Math.max(0.001, (performance.now() - begun) / 1000)
      onProgress?.({ sent: loaded, total, speed: loaded / seconds })
    }
    request.onload = () => {
      try {
        resolve(unwrap(to, request.status, { ...answeredOf(request), askedUnder: session }))
      } catch (refusal) {
        reject(refusal)
      }
    }
    request.onerror = () => reject(new Refusal(0, '网络中断，文件没有上传完，请重试'))
    request.onabort = () => reject(new DOMException('', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

function answeredOf(request: XMLHttpRequest): Omit<ApiResponse, 'askedUnder'> {
  const requestId = request.getResponseHeader('x-request-id') ?? undefined
  try {
    return { envelope: JSON.parse(request.responseText), requestId }
  } catch {
    return { envelope: undefined, requestId }
  }
}
