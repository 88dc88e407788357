import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow, WidthType } from 'docx'
import type { Sheet } from '#modules/review/boards/server/agendaSheet.ts'

/** Width between the margins in twentieths of a point. */
const WIDTH = 9860
const MARGIN = 1020

type About = { title: string; association: string }

/** A paper of a meeting for who wants to change it in Word or WPS. */
export function meetingDocx({ title, association }: About, children: (Paragraph | Table)[]): Promise<Buffer> {
  const margin = { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN }
  return Packer.toBuffer(
    new Document({
      title,
      creator: association,
      styles: { default: { document: { run: { font: '宋体', size: 21 } } } },
      sections: [{ properties: { page: { size: { width: 11906, height: 16838 }, margin } }, children }],
    }),
  )
}

export const heading = (
  text: string,
  level: (typeof HeadingLevel)[keyof typeof HeadingLevel],
  pageBreakBefore = false,
) => new Paragraph({ text, heading: level, pageBreakBefore, keepNext: true, spacing: { before: 200, after: 100 } })

/** A table to write on, on a page of its own. */
export const sheetDocx = ({ title, notes, columns, rows, signatures }: Sheet) => [
  heading(title, HeadingLevel.HEADING_1, true),
  ...notes.map(note => new Paragraph(note)),
  table(
    columns.map(({ share }) => share),
    [columns.map(({ name }) => name), ...rows],
  ),
  new Paragraph({ text: signatures.map(who => `${who}：　　　　　　`).join('　'), spacing: { before: 300 } }),
]

/** `shares`: of the width, column by column. */
export function table(shares: readonly number[], rows: readonly string[][]) {
  const all = shares.reduce((sum, share) => sum + share, 0)
  const widths = shares.map(share => Math.floor((WIDTH * share) / all))
  return new Table({
    width: { size: WIDTH, type: WidthType.DXA },
    columnWidths: widths,
    rows: rows.map(
      cells =>
        new TableRow({
          children: cells.map(
            (text, i) =>
              new TableCell({
                width: { size: widths[i]!, type: WidthType.DXA },
                margins: { top: 60, bottom: 60, left: 100, right: 100, marginUnitType: WidthType.DXA },
                children: text.split('\n').map(line => new Paragraph(line)),
              }),
          ),
        }),
    ),
  })
}
