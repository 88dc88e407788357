import { HeadingLevel, Paragraph } from 'docx'
import { heading, meetingDocx } from './docx.ts'
import type { MinutesPaper } from './minutesPaper.ts'

const written = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map(line => new Paragraph({ text: line, indent: { firstLine: 420 }, spacing: { after: 80 } }))

/** Minutes as a Word file: facts and texts in the order of the paper. */
export function minutesDocx(of: MinutesPaper): Promise<Buffer> {
  const { title, association, version, corrects, facts, opening, items, closing, circulated, signatures, day } = of
  return meetingDocx({ title, association }, [
    heading(title, HeadingLevel.TITLE),
    new Paragraph(version),
    ...(corrects ? [new Paragraph(corrects)] : []),
    ...facts.map(text => new Paragraph({ text, spacing: { after: 80 } })),
    ...written(opening),
    ...items.flatMap((item, i) => [
      heading(`${i + 1}. ${item.title}`, HeadingLevel.HEADING_2),
      ...item.facts.map(text => new Paragraph({ text, spacing: { after: 60 } })),
      ...written(item.text),
    ]),
    ...written(closing),
    ...circulated.map(text => new Paragraph({ text, spacing: { before: 200 } })),
    ...signatures.map(
      ({ role, name, signed }) =>
        new Paragraph({ text: `${role}：${name}　　${signed || '签名：　　　　　　'}`, spacing: { before: 300 } }),
    ),
    new Paragraph({ text: `${association}　　${day}`, spacing: { before: 300 } }),
  ])
}
