import { useState } from 'react'
import { browserApi, readEnvelope, unwrap } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { toRefusal } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { numbersIn } from '../batch.ts'

const FILE = 'POST /cert/verify/batch/file'

export type Batch = Output<ApiContract['POST /cert/verify/batch']>
export type BatchQuery = { pasted: string; on?: string | undefined; file?: File | undefined }
type Answer = { found?: Batch | undefined; mend?: string | undefined; unavailable?: string | undefined }

/**
 * Runs one batch at a time. A failed request clears the previous results, so that they cannot be mistaken for its
 * answer.
 */
export function useBatch({ found, mend, unavailable }: Answer) {
  const [answer, setAnswer] = useState<Answer>({ found, mend, unavailable })
  const [busy, setBusy] = useState<string>()
  const [last, setLast] = useState<BatchQuery>()
  const check = async (given: BatchQuery) => {
    if (busy) return
    setLast(given)
    const numbers = given.file ? [] : numbersIn(given.pasted)
    if (!given.file && numbers.length === 0) return setAnswer({ mend: '请粘贴证书编号，一行一个，或选择一个文件' })
    setBusy(given.file ? '正在上传并查验…' : `正在查验 ${numbers.length} 个编号…`)
    try {
      const found = await (given.file
        ? sendFile(given.file, given.on)
        : browserApi('POST /cert/verify/batch', { numbers, on: given.on }))
      setAnswer({ found })
    } catch (error) {
      const { code, message } = toRefusal(error)
      setAnswer(code === 400 ? { mend: message } : { unavailable: message })
    } finally {
      setBusy(undefined)
    }
  }
  return { ...answer, busy, check, again: last && (() => check(last)) }
}

async function sendFile(file: File, on: string | undefined): Promise<Batch> {
  const body = new FormData()
  if (on) body.append('on', on)
  body.append('file', file)
  const response = await fetch('/api/cert/verify/batch/file', { method: 'POST', body })
  return unwrap(FILE, response.status, await readEnvelope(response))
}
