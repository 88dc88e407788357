import { readFileSync } from 'node:fs'
import QRCode from 'qrcode'
import { capitalMoney, formatYuan } from '#lib/money.ts'
import { toPdf, toUntaggedPdf } from '#lib/server/documents/pdf.ts'
import { printable } from '#lib/server/documents/printable.ts'
import type { SheetLetter } from './content.ts'
import type { LetterContent } from './tables.ts'

const template = readFileSync(new URL('./letterSheet.typ', import.meta.url), 'utf8')

/** Letters of one batch, in their order. */
export type LetterSheet = {
  content: Pick<LetterContent, 'association' | 'colour' | 'sender' | 'contact' | 'title'>
  letters: SheetLetter[]
}

async function dataOf({ content, letters }: LetterSheet) {
  const coded = []
  for (const { total, ...of } of letters)
    coded.push({
      ...printable({ ...of, total: formatYuan(total), capitals: `人民币${capitalMoney(total)}` }),
      url: of.url,
      qr: await QRCode.toString(of.url, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' }),
    })
  return { ...printable(content), letters: coded }
}

/** A letter for itself. */
export const letterPdf = async (sheet: LetterSheet): Promise<Buffer> => toPdf(template, await dataOf(sheet), 'a-2a')

/** A part of the letters of a batch, for the printer. */
export const lettersForPrinter = async (sheet: LetterSheet): Promise<Buffer> =>
  toUntaggedPdf(template, await dataOf(sheet))
