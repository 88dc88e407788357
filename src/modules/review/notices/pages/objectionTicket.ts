import { readEnvelope, unwrap } from '#api/browser.ts'
import { keep, readKept } from '#ui/form/kept.ts'

export type Receipt = { number: string; ticket: string }

/** Kept as long as the tab is open: papers may follow. */
export const keepReceipt = (noticeId: number, receipt: Receipt) => keep(`objection-${noticeId}`, receipt)
export const readReceipt = (noticeId: number) => readKept<Receipt>(`objection-${noticeId}`)

/** With the ticket instead of a member's token, which `browserApi` would send. */
export async function sendEvidence(ticket: string, file: File): Promise<void> {
  const body = new FormData()
  body.append('file', file)
  const path = '/app/publicity/notice/objection/file'
  const response = await fetch(`/api${path}`, { method: 'POST', headers: { ticket }, body })
  unwrap(`POST ${path}`, response.status, await readEnvelope(response))
}
