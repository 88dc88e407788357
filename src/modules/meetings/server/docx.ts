import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow, WidthType } from 'docx'
import { printable } from '#lib/server/documents/printable.ts'
import type { Sheet } from './agenda.ts'
import { type Agenda, BALLOT, OPINION_COLUMNS } from './agenda.ts'
import type { MeetingPaper } from './resolution.ts'

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

/** The same agenda for who wants to change it in Word or WPS. */
export function agendaDocx(of: Agenda): Promise<Buffer> {
  const { title, association, about, groups, pages, attendance, votes } = printable(of)
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
    heading(page.heading, HeadingLevel.HEADING_2),
    table(
      [2, 7],
      page.facts.map(({ label, text }) => [label, text]),
    ),
    ...(page.opinions.length > 0
      ? [heading('审核意见', HeadingLevel.HEADING_2), table([2, 2, 6], [OPINION_COLUMNS, ...page.opinions])]
      : []),
    ...(page.openPoints.length ? [heading('需要留意', HeadingLevel.HEADING_2)] : []),
    ...page.openPoints.map(point => new Paragraph({ text: point, bullet: { level: 0 } })),
    new Paragraph({ text: BALLOT, spacing: { before: 300 } }),
  ])
  const writing = [attendance, votes].flatMap(sheet => (sheet ? sheetDocx(sheet) : []))
  return meetingDocx({ title: `${title}议程`, association }, [...overview, ...sheets, ...writing])
}

/** The same paper, such as a resolution, for who wants to change it in Word or WPS. */
export function meetingPaperDocx(of: MeetingPaper): Promise<Buffer> {
  const { title, association, paragraphs, columns, rows, attendees, signatures, recordedOn } = printable(of)
  return meetingDocx({ title, association }, [
    heading(title, HeadingLevel.TITLE),
    ...paragraphs.map(text => new Paragraph({ text, spacing: { after: 100 } })),
    table(
      columns.map(({ share }) => share),
      [columns.map(({ name }) => name), ...rows],
    ),
    ...(attendees ? [heading('出席人员', HeadingLevel.HEADING_2), new Paragraph(attendees)] : []),
    ...signatures.map(text => new Paragraph({ text: `${text}　　签名：　　　　　　`, spacing: { before: 300 } })),
    new Paragraph({ text: `${association}（盖章）　　${recordedOn}`, spacing: { before: 300 } }),
  ])
}
