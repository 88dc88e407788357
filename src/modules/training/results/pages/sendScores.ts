import { readEnvelope, unwrap } from '#api/browser.ts'
import { tokenHeader } from '#api/session.ts'
import { Refusal } from '#lib/error.ts'
import type { Round } from '../passing.ts'
import type { Preview } from './resultViews.ts'

/** The workbook, to be looked at; nothing is kept. */
export async function sendScores(id: number, round: Round, file: File): Promise<Preview> {
  const body = new FormData()
  body.append('id', String(id))
  body.append('round', round)
  body.append('file', file)
  const sent = fetch('/api/staff/training/scores/read', { method: 'POST', headers: tokenHeader(), body })
  const response = await sent.catch(() => {
    throw new Refusal(0, '网络中断，文件没有上传完，请重试')
  })
  return unwrap('POST /staff/training/scores/read', response.status, await readEnvelope(response))
}
