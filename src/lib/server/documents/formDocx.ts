import {
  AlignmentType,
  Document,
  Footer,
  Header,
  HeightRule,
  ImageRun,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableBorders,
  TableCell,
  TableRow,
  TextRun,
  VerticalAlign,
  WidthType,
} from 'docx'
import QRCode from 'qrcode'
import { fitColumns } from '../database/tableColumns.ts'
import { type FormDocument, type FormTable, type Line, toLines } from './formDocument.ts'
import { printable } from './printable.ts'

/** Default colour, for an association without one. */
const DEFAULT_COLOUR = '#0b4a7f'
/** Widths in twentieths of a point: between the margins, of a label, and of a value beside another. */
const WIDTH = 9860
const LABEL = 1850
const VALUE = (WIDTH - 2 * LABEL) / 2
const MARGIN = 1020
/** Pixels at 96 dpi: 32 mm. */
const QR_SIZE = 121

/** The same form for who must fill something in by hand or in Word; LibreOffice and WPS open it too. */
export async function formDocx({ qr, ...document }: FormDocument): Promise<Buffer> {
  const form = printable(document)
  const picture = await QRCode.toBuffer(qr, { type: 'png', margin: 4, scale: 8, errorCorrectionLevel: 'Q' })
  const ink = (document.colour ?? DEFAULT_COLOUR).slice(1)
  const body = document.sections.flatMap(({ title, rows, table }) => [
    heading(printable(title), ink),
    ...(rows.length ? [facts(toLines(rows))] : []),
    ...(table ? [list(printable(table))] : []),
  ])
  const version = `${form.number}　第 ${form.revision} 版`
  const numbers = ['第 ', PageNumber.CURRENT, ' 页 / 共 ', PageNumber.TOTAL_PAGES, ' 页']
  return Packer.toBuffer(
    new Document({
      title: form.title,
      creator: form.association,
      styles: { default: { document: { run: { font: '宋体', size: 21 } } } },
      sections: [
        {
          properties: { page: { size: A4, margin: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN } } },
          headers: { default: new Header({ children: [small(`${form.association}　　编号 ${version}`)] }) },
          footers: {
            default: new Footer({
              children: [
                new Paragraph({
                  alignment: AlignmentType.CENTER,
                  children: [new TextRun({ size: 17, children: [`${version}　　`, ...numbers] })],
                }),
              ],
            }),
          },
          children: [head(form, picture), ...body, small(''), signatures(form), small(form.note)],
        },
      ],
    }),
  )
}

const A4 = { width: 11906, height: 16838 }

const small = (text: string) => new Paragraph({ children: [new TextRun({ text, size: 17 })] })
const heading = (text: string, ink: string) =>
  new Paragraph({
    keepNext: true,
    spacing: { before: 240, after: 100 },
    children: [new TextRun({ text, bold: true, size: 23, color: ink })],
  })

function head(
  { association, colour = DEFAULT_COLOUR, title, number, revision, printedOn }: Omit<FormDocument, 'qr'>,
  picture: Buffer,
) {
  const words = [
    new Paragraph({ children: [new TextRun({ text: association, size: 22 })] }),
    new Paragraph({
      spacing: { before: 120, after: 120 },
      children: [new TextRun({ text: title, bold: true, size: 40, color: colour.slice(1) })],
    }),
    small(`编号：${number}　　版本：第 ${revision} 版　　打印日期：${printedOn}`),
  ]
  const transformation = { width: QR_SIZE, height: QR_SIZE }
  const code = [
    new Paragraph({
      alignment: AlignmentType.CENTER,
      children: [new ImageRun({ type: 'png', data: picture, transformation })],
    }),
    new Paragraph({
      alignment: AlignmentType.CENTER,
      children: [new TextRun({ text: '请勿涂改二维码', bold: true, size: 16 })],
    }),
  ]
  return new Table({
    borders: TableBorders.NONE,
    width: { size: WIDTH, type: WidthType.DXA },
    columnWidths: [WIDTH - 2000, 2000],
    rows: [new TableRow({ children: [cell(words, WIDTH - 2000), cell(code, 2000)] })],
  })
}

function facts(lines: readonly Line[]) {
  return new Table({
    width: { size: WIDTH, type: WidthType.DXA },
    columnWidths: [LABEL, VALUE, LABEL, VALUE],
    rows: lines.map(
      ({ cells, isLong }) =>
        new TableRow({
          cantSplit: !isLong,
          children: cells.flatMap(({ label, text }) => [
            cell(paragraphs(label), LABEL, { shading: { fill: 'F1F7FC' } }),
            cells.length === 1
              ? cell(paragraphs(text), WIDTH - LABEL, { columnSpan: 3 })
              : cell(paragraphs(text), VALUE),
          ]),
        }),
    ),
  })
}

function list(table: FormTable) {
  const { head, rows, widths } = fitColumns(table)
  const whole = widths.reduce((sum, width) => sum + width)
  const columnWidths = widths.map(width => Math.floor((WIDTH * width) / whole))
  const line = (texts: string[], more = {}) =>
    new TableRow({
      cantSplit: true,
      children: texts.map((text, column) => cell(paragraphs(text), columnWidths[column]!, more)),
    })
  return new Table({
    width: { size: WIDTH, type: WidthType.DXA },
    columnWidths,
    rows: [line(head, { shading: { fill: 'F1F7FC' } }), ...rows.map(texts => line(texts))],
  })
}

const paragraphs = (text: string) => text.split('\n').map(line => new Paragraph({ text: line }))

function cell(children: Paragraph[], width: number, more: { columnSpan?: number; shading?: { fill: string } } = {}) {
  const margins = { top: 60, bottom: 60, left: 100, right: 100, marginUnitType: WidthType.DXA }
  const size = { size: width, type: WidthType.DXA }
  return new TableCell({ ...more, children, width: size, margins, verticalAlign: VerticalAlign.CENTER })
}

function signatures({ signatures: boxes }: Omit<FormDocument, 'qr'>) {
  const width = Math.floor(WIDTH / boxes.length)
  return new Table({
    width: { size: WIDTH, type: WidthType.DXA },
    columnWidths: boxes.map(() => width),
    rows: [
      new TableRow({
        cantSplit: true,
        height: { value: 1900, rule: HeightRule.ATLEAST },
        children: boxes.map(({ title, lines }) => cell(paragraphs([title, '', ...lines].join('\n')), width)),
      }),
    ],
  })
}
