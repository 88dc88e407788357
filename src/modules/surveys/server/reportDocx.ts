import { HeadingLevel, Paragraph } from 'docx'
import { heading, meetingDocx, table } from '#modules/meetings/server/docx.ts'
import type { Report, ReportPart } from './report.ts'

/** The report for who wants to change it in Word or WPS. */
export const reportDocx = ({ title, association, facts, intro, parts }: Report): Promise<Buffer> =>
  meetingDocx({ title, association }, [
    heading(title, HeadingLevel.TITLE),
    new Paragraph(association),
    table([1, 4], facts),
    ...intro.map(line => new Paragraph(line)),
    ...parts.flatMap(partDocx),
  ])

const partDocx = ({ title, lines, head, rows }: ReportPart) => [
  heading(title, HeadingLevel.HEADING_2),
  ...lines.map(line => new Paragraph(line)),
  ...(rows.length > 0 ? [table([3, ...head.slice(1).map(() => 1)], [head, ...rows])] : []),
]
