import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow, WidthType } from 'docx'
import { printable } from '#lib/server/documents/printable.ts'
import { type Agenda, BALLOT, OPINION_COLUMNS } from './agendaSheet.ts'

/** In twentieths of a point, between the margins. */
const WIDTH = 9860
const MARGIN = 1020

/** The same agenda for who wants to change it in Word or WPS. */
export function agendaDocx(of: Agenda): Promise<Buffer> {
  const { title, association, about, groups, pages } = printable(of)
  const overview = [
    heading(`${title}议程`, HeadingLevel.TITLE),
    new Paragraph(about),
    ...groups.flatMap(group => [
      heading(group.title, HeadingLevel.HEADING_2),
      table(
        group.columns.map(({ share }) => share),
        [group.columns.map(({ name }) => name), ...group.rows],
      ),
    ]),
  ]
  const sheets = pages.flatMap(page => [
    heading(page.title, HeadingLevel.HEADING_1, true),
    new Paragraph(page.about),
    heading('申请内容', HeadingLevel.HEADING_2),
    table(
      [2, 7],
      page.facts.map(({ label, text }) => [label, text]),
    ),
    heading('审核意见', HeadingLevel.HEADING_2),
    table([2, 2, 6], [OPINION_COLUMNS, ...page.opinions]),
    ...(page.openPoints.length ? [heading('需要留意', HeadingLevel.HEADING_2)] : []),
    ...page.openPoints.map(point => new Paragraph({ text: point, bullet: { level: 0 } })),
    new Paragraph({ text: BALLOT, spacing: { before: 300 } }),
  ])
  const margin = { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN }
  return Packer.toBuffer(
    new Document({
      title: `${title}议程`,
      creator: association,
      styles: { default: { document: { run: { font: '宋体', size: 21 } } } },
      sections: [
        {
          properties: { page: { size: { width: 11906, height: 16838 }, margin } },
          children: [...overview, ...sheets],
        },
      ],
    }),
  )
}

const heading = (text: string, level: (typeof HeadingLevel)[keyof typeof HeadingLevel], pageBreakBefore = false) =>
  new Paragraph({ text, heading: level, pageBreakBefore, keepNext: true, spacing: { before: 200, after: 100 } })

/** `shares`: of the width, column by column. */
function table(shares: readonly number[], rows: readonly string[][]) {
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
