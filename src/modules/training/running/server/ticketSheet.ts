import { readFileSync } from 'node:fs'
import QRCode from 'qrcode'
import { toPdf } from '#lib/server/documents/pdf.ts'

const template = readFileSync(new URL('./ticketSheet.typ', import.meta.url), 'utf8')

/** Texts that are fit to print. `url`: what the code says; `photo`: a drawing in SVG, empty where there is none. */
export type TicketSheet = {
  association: string
  colour?: string
  /** Name of the document: 准考证 or 听课证. */
  paper: string
  title: string
  course: string
  about: [label: string, value: string][]
  notes: string[]
  /** Tickets left out of a whole class, since a sign on them cannot be printed. */
  missing: { number: string; name: string; reason: string }[]
  tickets: { number: string; name: string; url: string; photo: string; facts: [string, string][] }[]
}

export async function ticketSheetPdf({ tickets, ...sheet }: TicketSheet): Promise<Buffer> {
  const coded = []
  for (const one of tickets)
    coded.push({ ...one, qr: await QRCode.toString(one.url, { type: 'svg', margin: 2, errorCorrectionLevel: 'Q' }) })
  return toPdf(template, { ...sheet, tickets: coded }, 'a-2a')
}
