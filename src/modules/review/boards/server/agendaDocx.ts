import { HeadingLevel, Paragraph } from 'docx'
import { printable } from '#lib/server/documents/printable.ts'
import { heading, meetingDocx, sheetDocx, table } from '#modules/review/boards/server/meetingDocx.ts'
import { type Agenda, BALLOT, OPINION_COLUMNS } from './agendaSheet.ts'

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
  const writing = [attendance, votes].flatMap(sheet => (sheet ? sheetDocx(sheet) : []))
  return meetingDocx({ title: `${title}议程`, association }, [...overview, ...sheets, ...writing])
}
