import { dayOf, iso, longDay, minute } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { DOCX, privateDownload } from '#lib/server/http/download.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { paperDownload } from '#modules/signatures/server/sealing.ts'
import type { archiveContract } from '../archiveContract.ts'
import { modeNames } from '../meetingWords.ts'
import type { Column } from './agenda.ts'
import { bodyNames, type Meeting, readMeeting } from './meetings.ts'
import { attended, heldAt, type MeetingPaper, SIGNED_NOTE, signedMeetingPaper } from './resolution.ts'
import { proxyStateWords, proxyWords, readSeats, replyWords, type Seat } from './seats.ts'

export const attendanceSheetHandlers = {
  'GET /staff/meeting/attendance': async (ctx, { id, format }) => {
    const of = await readMeeting(ctx, id)
    const sheet = await attendanceSheetOf(ctx, of)
    if (format !== 'docx') return paperDownload(ctx, `${sheet.title}.pdf`, await signedMeetingPaper(ctx, of, sheet))
    // Load the large Word writer only when it is needed.
    const { meetingPaperDocx } = await import('./docx.ts')
    return privateDownload(`${sheet.title}.docx`, DOCX, await meetingPaperDocx(sheet))
  },
} satisfies Partial<Handlers<typeof archiveContract>>

/** 签到表: each seat with its reply, its proxy, and when and how its holder came. Where nobody was checked in: the typed names. */
export async function attendanceSheetOf(ctx: Ctx, of: Meeting): Promise<MeetingPaper> {
  if (of.state !== 'recorded' && of.state !== 'adjourned') throw conflict('记录审议结果或休会以后才有签到表')
  const seats = await readSeats(ctx, of.id)
  if (seats.length === 0 && of.attendees.length === 0) throw conflict('这次会议没有登记应到席位，也没有记录出席名单')
  const { association, colour } = await readPublicConfig(ctx)
  return {
    kind: '签到表',
    association: association.name,
    colour,
    title: `${of.title}签到表`,
    paragraphs: [
      heldAt(of, (await bodyNames(ctx)).get(of.bodyId)!),
      ...(of.state === 'recorded' ? [attended(of)] : [`会议休会：${of.adjournReason}。`]),
    ],
    columns: seats.length > 0 ? SEAT_COLUMNS : NAME_COLUMNS,
    rows: seats.length > 0 ? seats.map((seat, i) => seatLine(i, seat, seats)) : of.attendees.map(nameLine),
    attendees: '',
    signatures: of.state === 'recorded' ? [`主持人：${of.chair}`, `记录人：${of.recorder}`] : [],
    recordedOn: longDay(dayOf(of.recordedAt ?? of.updatedAt)),
    note: SIGNED_NOTE,
  }
}

const SEAT_COLUMNS: readonly Column[] = [
  { name: '序号', share: 11 },
  { name: '姓名', share: 20 },
  { name: '单位与职务', share: 47 },
  { name: '表决权', share: 17 },
  { name: '回复', share: 32 },
  { name: '到会', share: 26 },
  { name: '离会', share: 16 },
]
const NAME_COLUMNS: readonly Column[] = [
  { name: '序号', share: 12 },
  { name: '姓名', share: 120 },
]

const nameLine = (name: string, i: number) => [String(i + 1), name]

const clock = (at: Date) => minute(iso(at)).slice(11)

function seatLine(i: number, seat: Seat, seats: readonly Seat[]): string[] {
  const { personName, name, postName, weight, arrivedAt, leftAt, mode } = seat
  const proxy = proxyWords(seat, seats)
  return [
    String(i + 1),
    personName || name,
    [personName && personName !== name && name, postName].filter(Boolean).join('\n'),
    String(weight),
    [replyWords(seat), proxy && `${proxy}（${proxyStateWords(seat)}）`].filter(Boolean).join('\n'),
    arrivedAt ? `${mode ? modeNames[mode] : ''} ${clock(arrivedAt)}`.trim() : '未到会',
    leftAt ? clock(leftAt) : '',
  ]
}
