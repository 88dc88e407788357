import { readFileSync } from 'node:fs'
import { dayOf, longDay } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { printable } from '#lib/server/documents/printable.ts'
import { DOCX, privateDownload } from '#lib/server/http/download.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { paperDownload, signPaper } from '#modules/signatures/server/sealing.ts'
import { quorumOf, ruleSentences, UNRECORDED, unitOf } from '../meetingRule.ts'
import { outcomeNames } from '../meetingWords.ts'
import type { staffMeetingContract } from '../staffContract.ts'
import type { Column } from './agenda.ts'
import { votesText } from './attendances.ts'
import { bodyNames, type Item, type Meeting, readItems, readMeeting } from './meetings.ts'

/** A paper of a meeting: what happened in sentences, a table, and who answers for it. */
export type MeetingPaper = {
  /** What it is called in its footer. */
  kind: string
  association: string
  colour?: string
  title: string
  paragraphs: string[]
  columns: readonly Column[]
  rows: string[][]
  attendees: string
  signatures: string[]
  recordedOn: string
  /** Small print about signatures. */
  note: string
}

const template = readFileSync(new URL('./resolution.typ', import.meta.url), 'utf8')

export const resolutionHandlers = {
  'GET /staff/meeting/resolution': async (ctx, { id, format }) => {
    const of = await readMeeting(ctx, id)
    if (of.state !== 'recorded') throw conflict('记录审议结果之后才有会议决议')
    const resolution = await resolutionOf(ctx, of, await readItems(ctx, id))
    if (format !== 'docx') {
      return paperDownload(ctx, `${resolution.title}.pdf`, await signedMeetingPaper(ctx, of, resolution))
    }
    // Load the large Word writer only when it is needed.
    const { meetingPaperDocx } = await import('./docx.ts')
    return privateDownload(`${resolution.title}.docx`, DOCX, await meetingPaperDocx(resolution))
  },
} satisfies Partial<Handlers<typeof staffMeetingContract>>

export const meetingPaperPdf = (paper: MeetingPaper): Buffer => toPdf(template, printable(paper))

/** Signed, and by setting sealed, as certificates are. */
export const signedMeetingPaper = (ctx: Ctx, { title, meetsOn }: Meeting, paper: MeetingPaper): Promise<Buffer> =>
  signPaper(ctx, meetingPaperPdf(paper), `${paper.kind} ${title}（${meetsOn}）`)

export async function resolutionOf(ctx: Ctx, of: Meeting, items: readonly Item[]): Promise<MeetingPaper> {
  const { association, colour } = await readPublicConfig(ctx)
  const isCounted = items.some(({ item }) => item.yes !== null)
  return {
    kind: '会议决议',
    association: association.name,
    colour,
    title: `${of.title}决议`,
    paragraphs: [heldAt(of, (await bodyNames(ctx)).get(of.bodyId)!), attended(of), decided(of, items.length)],
    columns: isCounted ? [...HEAD, VOTES, OUTCOME] : [...HEAD, OUTCOME],
    rows: items.map(({ item, title, kindName, number }) => [
      String(item.place),
      number,
      `${title}\n${kindName}`,
      ...(isCounted ? [votesText(of, item) || '—'] : []),
      [item.outcome && outcomeNames[item.outcome], item.reason].filter(Boolean).join('：'),
    ]),
    attendees: of.attendees.join('、'),
    signatures: [`主持人：${of.chair}`, `记录人：${of.recorder}`],
    recordedOn: longDay(dayOf(of.recordedAt!)),
    note: SIGNED_NOTE,
  }
}

export const SIGNED_NOTE = '电子件带有协会的数字签名，可在本站“证书查验”核对；打印件由主持人、记录人签名并加盖公章。'

const HEAD: readonly Column[] = [
  { name: '序号', share: 12 },
  { name: '编号', share: 34 },
  { name: '审议事项', share: 52 },
]
const VOTES: Column = { name: '表决', share: 42 }
const OUTCOME: Column = { name: '决定', share: 34 }

export const heldAt = ({ title, meetsOn, place, isWritten }: Meeting, bodyName: string) =>
  isWritten
    ? `${title}（${bodyName}）以通讯方式进行，不集中开会，表决截至${longDay(meetsOn)}。`
    : `${title}（${bodyName}）于${longDay(meetsOn)}${place ? `在${place}` : ''}召开。`

export function attended({ rule, isWritten, entitled, present, onLeave, chair, recorder }: Meeting): string {
  const by = [chair && `会议由${chair}主持`, recorder && `${recorder}记录`].filter(Boolean).join('，')
  if (entitled === null || present === null) return [`${UNRECORDED}。`, by && `${by}。`].join('')
  const needed = rule && quorumOf(rule, entitled)
  const unit = unitOf(rule)
  if (isWritten)
    return [`以通讯方式表决，应参加 ${entitled} ${unit}，参加 ${present} ${unit}。`, by && `${by}。`].join('')
  const heads = `应到 ${entitled} ${unit}，实到 ${present} ${unit}，请假 ${onLeave} ${unit}`
  const quorum =
    needed === null || present < needed ? '' : `；按章程须有 ${needed} ${unit}以上出席，出席${unit}数符合规定`
  return [`${heads}${quorum}。`, by && `${by}。`].join('')
}

function decided({ rule, opinion }: Meeting, count: number): string {
  const how = rule?.vote ? `表决方式：${ruleSentences(rule)[1]}，回避的人不计入基数。` : ''
  return `${how}会议审议了下列 ${count} 项，决定：${opinion}。各项结果如下：`
}
