import { type Envelope, readEnvelope, unwrap } from '#api/browser.ts'

export type Receipt = { number: string; ticket: string }

const keyOf = (noticeId: number) => `objection ${noticeId}`

/** Kept as long as the tab is open: papers may follow. A browser that keeps nothing still lets one object. */
export function keepReceipt(noticeId: number, receipt: Receipt) {
  try {
    sessionStorage.setItem(keyOf(noticeId), JSON.stringify(receipt))
  } catch {}
}

export function readReceipt(noticeId: number): Receipt | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(noticeId)) ?? 'null')
  } catch {
    return null
  }
}

/** With the ticket instead of a member's token, which `browserApi` would send. */
export async function sendEvidence(ticket: string, file: File): Promise<void> {
  const body = new FormData()
  body.append('file', file)
  const path = '/app/publicity/notice/objection/file'
  const response = await fetch(`/api${path}`, { method: 'POST', headers: { ticket }, body })
  unwrap(`POST ${path}`, response.status, (await readEnvelope(response)) as Envelope | undefined)
}
