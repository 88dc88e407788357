import { HeadingLevel, Paragraph } from 'docx'
import { printable } from '#lib/server/documents/printable.ts'
import { heading, meetingDocx, table } from './meetingDocx.ts'
import type { Resolution } from './resolution.ts'

/** The same resolution for who wants to change it in Word or WPS. */
export function resolutionDocx(of: Resolution): Promise<Buffer> {
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
