import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow, TextRun, WidthType } from 'docx'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { loadExcel } from '#lib/server/sheets/excel.ts'
import type { DemoFile } from './articles.ts'

/** The attachment as a real document of the kind its name says. */
export async function makeAttachment(file: DemoFile): Promise<{ type: string; bytes: Buffer }> {
  const make = { docx: toDocx, xlsx: toXlsx, pdf: async (of: DemoFile) => toPdf(PDF, { rows: [], text: '', ...of }) }
  const ext = file.name.split('.').pop() as keyof typeof make
  return { type: TYPES[ext], bytes: await make[ext](file) }
}

const TYPES = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

function toDocx({ title, text = '', rows = [] }: DemoFile): Promise<Buffer> {
  const cell = (content: string, bold: boolean) =>
    new TableCell({ children: [new Paragraph({ children: [new TextRun({ text: content, bold })] })] })
  const table = new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: rows.map((row, i) => new TableRow({ children: row.map(content => cell(content, i === 0)) })),
  })
  const heading = new Paragraph({ text: title, heading: HeadingLevel.HEADING_1, alignment: 'center' })
  const paragraphs = text
    .trim()
    .split('\n')
    .map(line => new Paragraph({ text: line, spacing: { after: 120 } }))
  const children = [heading, ...paragraphs, ...(rows.length ? [table] : [])]
  const styles = { default: { document: { run: { font: '宋体', size: 24 } } } }
  return Packer.toBuffer(new Document({ title, styles, sections: [{ children }] }))
}

async function toXlsx({ title, text = '', rows = [] }: DemoFile): Promise<Buffer> {
  const { Workbook } = await loadExcel()
  const book = new Workbook()
  const sheet = book.addWorksheet(title.slice(0, 30).replace(/[\\/?*[\]:]/g, ' '))
  sheet.addRow([title]).font = { bold: true, size: 14 }
  const lines = text.trim() ? text.trim().split('\n') : []
  for (const line of lines) sheet.addRow([line])
  for (const [i, row] of rows.entries()) sheet.addRow(row).font = { bold: i === 0 }
  return Buffer.from(await book.xlsx.writeBuffer())
}

const PDF = `
#let it = json(bytes(sys.inputs.data))
#set document(title: it.title)
#set page(paper: "a4", margin: 2.5cm, numbering: "1 / 1")
#set text(font: "Noto Sans SC", size: 11pt, lang: "zh", region: "cn")
#set par(leading: 0.9em, justify: true)
#align(center, text(size: 16pt, weight: "bold", it.title))
#v(1em)
#for line in it.text.split("\\n") { par(line) }
#if it.rows.len() > 0 {
  table(columns: it.rows.first().len() * (1fr,), inset: 7pt, stroke: 0.5pt,
    ..it.rows.enumerate().map(((i, row)) => row.map(cell => if i == 0 { strong(cell) } else { cell })).flatten())
}
`
