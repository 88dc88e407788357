import { readFileSync } from 'node:fs'
import QRCode from 'qrcode'
import { fitColumns } from '../database/tableColumns.ts'
import { toPdf } from './pdf.ts'
import { printable, widthOf } from './printable.ts'

/** A form to print, sign and seal. Its texts are what people wrote: they are set as they stand, whatever they hold. */
export type FormDocument = {
  association: string
  /** Colour of the association; absent: the program's own. */
  colour?: string
  title: string
  number: string
  revision: number
  printedOn: string
  sections: { title: string; rows: FormRow[]; table?: FormTable }[]
  /** Fields for signatures and seals, side by side. */
  signatures: { title: string; lines: string[] }[]
  note: string
  /** Content of the QR code on the first page. */
  qr: string
}
/** `wide`: over the whole width. */
export type FormRow = { label: string; text: string; wide?: boolean }
/** Below the rows: one line for each of several. */
export type FormTable = { head: string[]; rows: string[][] }

const template = readFileSync(new URL('./form.typ', import.meta.url), 'utf8')

export async function formPdf({ qr, sections, ...document }: FormDocument): Promise<Buffer> {
  return toPdf(template, {
    ...printable(document),
    qrSvg: await qrSvg(qr),
    sections: sections.map(({ title, rows, table }) => ({
      title: printable(title),
      lines: toLines(rows),
      table: table ? fitColumns(printable(table)) : null,
    })),
  })
}

/**
 * Includes the quiet zone of four modules that readers need; error correction Q survives the loss of a quarter to folds
 * and stamps.
 */
export const qrSvg = (text: string) => QRCode.toString(text, { type: 'svg', margin: 4, errorCorrectionLevel: 'Q' })

/** Capacity of half a line and of a whole line, in half-width characters. */
const HALF_LINE = 30
const LINE_CHARACTERS = 76
/** Lines beyond which a text may break across pages; shorter ones stay together. */
const LONG_TEXT_LINES = 12
const heightOf = (text: string) =>
  text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(widthOf(line) / LINE_CHARACTERS)), 0)

export type Cell = { label: string; text: string }
export type Line = { cells: Cell[]; isLong: boolean }

/** Places two short rows side by side and a long one alone. Empty values are marked as not filled in. */
export function toLines(rows: readonly FormRow[]): Line[] {
  const lines: Line[] = []
  let half: Line | undefined
  for (const { label, text, wide } of rows) {
    const cell = printable({ label, text: text.trim() || '—' })
    const isShort = !wide && !text.includes('\n') && widthOf(text) <= HALF_LINE
    if (isShort && half) {
      half.cells.push(cell)
      half = undefined
    } else {
      const line = { cells: [cell], isLong: heightOf(text) > LONG_TEXT_LINES }
      lines.push(line)
      half = isShort ? line : undefined
    }
  }
  return lines
}
