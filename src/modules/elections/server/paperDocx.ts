import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow, WidthType } from 'docx'
import type { Paper, PaperTable } from './papers.ts'

/** Width between the margins, and these, in twentieths of a point. */
const WIDTH = 9860
const MARGIN = 1020

/** The same paper for who wants to change it in Word or WPS. */
export function writeDocx({ title, association, paragraphs, tables, signatures, day }: Paper): Promise<Buffer> {
  const margin = { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN }
  const heading = (text: string, level: (typeof HeadingLevel)[keyof typeof HeadingLevel]) =>
    new Paragraph({ text, heading: level, keepNext: true, spacing: { before: 200, after: 100 } })
  const children = [
    heading(title, HeadingLevel.TITLE),
    ...paragraphs.map(text => new Paragraph({ text, spacing: { after: 100 } })),
    ...tables.flatMap(of => [...(of.title ? [heading(of.title, HeadingLevel.HEADING_2)] : []), tableOf(of)]),
    ...signatures.map(text => new Paragraph({ text: `${text}　　签名：　　　　　　`, spacing: { before: 300 } })),
    new Paragraph({ text: `${association}（盖章）　　${day}`, spacing: { before: 300 } }),
  ]
  return Packer.toBuffer(
    new Document({
      title,
      creator: association,
      styles: { default: { document: { run: { font: '宋体', size: 21 } } } },
      sections: [{ properties: { page: { size: { width: 11906, height: 16838 }, margin } }, children }],
    }),
  )
}

function tableOf({ columns, rows }: PaperTable): Table {
  const all = columns.reduce((sum, { share }) => sum + share, 0)
  const widths = columns.map(({ share }) => Math.floor((WIDTH * share) / all))
  const cell = (text: string, i: number) =>
    new TableCell({
      width: { size: widths[i]!, type: WidthType.DXA },
      margins: { top: 60, bottom: 60, left: 100, right: 100, marginUnitType: WidthType.DXA },
      children: [new Paragraph(text)],
    })
  const row = (cells: string[], tableHeader = false) => new TableRow({ tableHeader, children: cells.map(cell) })
  return new Table({
    width: { size: WIDTH, type: WidthType.DXA },
    columnWidths: widths,
    rows: [
      row(
        columns.map(({ name }) => name),
        true,
      ),
      ...rows.map(cells => row(cells)),
    ],
  })
}
