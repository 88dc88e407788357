import { readEnvelope, unwrap } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { tokenHeader } from '#api/session.ts'
import type { Output } from '#lib/contract.ts'
import { Refusal } from '#lib/error.ts'

const KEY = 'POST /staff/statement/upload'

/** The bank's file with the name of the bank before it. */
export async function sendStatement(bank: string, file: File): Promise<Output<ApiContract[typeof KEY]>> {
  const body = new FormData()
  body.append('bank', bank)
  body.append('file', file)
  const sent = fetch('/api/staff/statement/upload', { method: 'POST', headers: tokenHeader(), body })
  const response = await sent.catch(() => {
    throw new Refusal(0, '网络中断，文件没有上传完，请重试')
  })
  return unwrap(KEY, response.status, await readEnvelope(response))
}
