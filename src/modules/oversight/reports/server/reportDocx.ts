import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  Header,
  HeadingLevel,
  ImageRun,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import { printable } from '#lib/server/documents/printable.ts'
import type { ReportContent, ReportSection } from '../contract.ts'
import { footnoteOf, type Logo, subtitleOf } from './letterhead.ts'

/** Default colour, for an association without one. */
const DEFAULT_COLOUR = '#0b4a7f'
const A4 = { width: 11906, height: 16838 }
const MARGIN = 1134
/** Width between the margins in twentieths of a point; the first column is as wide as 2.4 others. */
const WIDTH = A4.width - 2 * MARGIN
const FIRST_SHARE = 2.4
/** Pixels at 96 dpi: 14 mm. */
const LOGO_HEIGHT = 53

/** The same report for who wants to change it in Word or WPS. */
export function reportDocx(content: ReportContent, logo: Logo | undefined): Promise<Buffer> {
  const { association, title, sections } = printable(content)
  const subtitle = subtitleOf(content)
  const ink = (content.colour ?? DEFAULT_COLOUR).slice(1)
  const picture = logo && [
    new ImageRun({
      type: 'png',
      data: logo.png,
      transformation: { width: Math.round((logo.width / logo.height) * LOGO_HEIGHT), height: LOGO_HEIGHT },
      altText: { title: association, description: association, name: association },
    }),
    new TextRun('　'),
  ]
  const head = new Paragraph({
    border: { bottom: { style: BorderStyle.SINGLE, size: 8, color: ink, space: 6 } },
    spacing: { after: 240 },
    children: [...(picture ?? []), new TextRun({ text: association, bold: true, size: 30, color: ink })],
  })
  return Packer.toBuffer(
    new Document({
      title: `${title} ${subtitle}`,
      creator: association,
      styles: {
        default: {
          document: { run: { font: '宋体', size: 21 } },
          title: { run: { bold: true, size: 44, color: ink } },
          heading1: { run: { bold: true, size: 26, color: ink }, paragraph: { spacing: { before: 320, after: 120 } } },
        },
      },
      sections: [
        {
          properties: {
            titlePage: true,
            page: { size: A4, margin: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN } },
          },
          headers: {
            first: new Header({ children: [new Paragraph('')] }),
            default: new Header({ children: [small(`${association}　　${title}　${subtitle}`)] }),
          },
          footers: { first: footer(content), default: footer(content) },
          children: [
            head,
            new Paragraph({ text: title, heading: HeadingLevel.TITLE, spacing: { after: 80 } }),
            new Paragraph({ children: [new TextRun({ text: subtitle, size: 24 })] }),
            ...sections.flatMap(sectionBody),
          ],
        },
      ],
    }),
  )
}

const small = (text: string) => new Paragraph({ children: [new TextRun({ text, size: 17 })] })

const footer = (content: ReportContent) =>
  new Footer({
    children: [
      new Paragraph({
        children: [
          new TextRun({
            size: 17,
            children: [`${footnoteOf(content)}　　第 `, PageNumber.CURRENT, ' 页 / 共 ', PageNumber.TOTAL_PAGES, ' 页'],
          }),
        ],
      }),
    ],
  })

function sectionBody({ title, text, table }: ReportSection): (Paragraph | Table)[] {
  const words = text.split('\n').filter(Boolean)
  return [
    ...(title ? [new Paragraph({ text: title, heading: HeadingLevel.HEADING_1, keepNext: true })] : []),
    ...words.map(line => new Paragraph({ text: line, indent: { firstLine: 420 }, spacing: { after: 100 } })),
    ...(table ? tableBody(table) : []),
  ]
}

function tableBody({ note, columns, rows }: NonNullable<ReportSection['table']>): (Paragraph | Table)[] {
  const shares = columns.map((_, i) => (i === 0 ? FIRST_SHARE : 1))
  const all = shares.reduce((sum, share) => sum + share, 0)
  const widths = shares.map(share => Math.floor((WIDTH * share) / all))
  const said = new Paragraph({
    keepNext: true,
    children: [new TextRun({ text: note, size: 18 })],
    spacing: { after: 80 },
  })
  if (rows.length === 0) return [said, new Paragraph('没有记录')]
  const line = (cells: readonly string[], isHead: boolean) =>
    new TableRow({
      tableHeader: isHead,
      cantSplit: true,
      children: cells.map(
        (cell, i) =>
          new TableCell({
            width: { size: widths[i]!, type: WidthType.DXA },
            margins: { top: 50, bottom: 50, left: 90, right: 90, marginUnitType: WidthType.DXA },
            ...(isHead && { shading: { fill: 'F1F7FC' } }),
            children: [
              new Paragraph({
                alignment: i === 0 ? AlignmentType.LEFT : AlignmentType.RIGHT,
                children: [new TextRun({ text: cell, size: 19 })],
              }),
            ],
          }),
      ),
    })
  return [
    said,
    new Table({
      width: { size: WIDTH, type: WidthType.DXA },
      columnWidths: widths,
      rows: [line(columns, true), ...rows.map(cells => line(cells, false))],
    }),
  ]
}
