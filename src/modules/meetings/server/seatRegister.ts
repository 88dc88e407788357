import { eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { iso, minute } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName } from '#lib/server/registers/registerColumns.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { modeNames, proxyStateNames } from '../meetingWords.ts'
import { seatFilters } from '../seatFilters.ts'
import type { SeatRow } from '../seatsContract.ts'
import type { staffMeetingContract } from '../staffContract.ts'
import { proxyStateWords, replyWords, seatName } from './seats.ts'
import { meeting, meetingSeat } from './tables.ts'

const carrier = alias(meetingSeat, 'carrier')
const isPresent = sql`(${meetingSeat.arrivedAt} is not null and ${meetingSeat.leftAt} is null)`

async function readEntries(ctx: Pick<Ctx, 'db'>, ids: readonly number[]) {
  const rows = await ctx.db
    .select({ of: meetingSeat, title: meeting.title, carrier })
    .from(meetingSeat)
    .innerJoin(meeting, eq(meeting.id, meetingSeat.meetingId))
    .leftJoin(carrier, eq(carrier.id, meetingSeat.proxySeatId))
    .where(inArray(meetingSeat.id, [...ids]))
  const files = await fileInfos(
    ctx,
    rows.flatMap(({ of }) => of.replyFileIds),
  )
  return rows.map(row => ({
    ...row,
    proxyTo: row.carrier ? seatName(row.carrier) : row.of.proxyName,
    replyFiles: row.of.replyFileIds.flatMap(id => files.get(id) ?? []),
  }))
}
type Entry = Awaited<ReturnType<typeof readEntries>>[number]

const attendanceWords = ({ of: { arrivedAt, leftAt, mode } }: Entry): string => {
  if (arrivedAt === null) return ''
  const arrived = `${mode ? modeNames[mode] : ''} ${minute(iso(arrivedAt))}`.trim()
  return leftAt === null ? arrived : `${arrived}，${minute(iso(leftAt))} 离会`
}

const toRow = ({ of, title, proxyTo, replyFiles }: Entry): SeatRow => ({
  id: of.id,
  meetingId: of.meetingId,
  meetingTitle: title,
  name: of.name,
  personName: of.personName,
  postName: of.postName,
  weight: of.weight,
  reply: of.reply,
  replyName: replyWords(of),
  replyReason: of.replyReason,
  proxyTo,
  proxyState: of.proxyState,
  proxyStateName: proxyStateWords(of),
  replyFiles,
  repliedName: of.repliedName,
  repliedAt: of.repliedAt && iso(of.repliedAt),
  reminders: of.reminders,
  hasLogin: of.accountId !== null || of.organisationId !== null,
  mode: of.mode,
  arrivedAt: of.arrivedAt && iso(of.arrivedAt),
  leftAt: of.leftAt && iso(of.leftAt),
})

/** 会议回执: seats of meetings with their reply, proxy and attendance. */
const seatRegister = defineRegister({
  name: '会议回执',
  views: { code: 'meetingSeat', permission: 'staff:decide' },
  filters: seatFilters,
  from: sql`${meetingSeat} join ${meeting} on ${meeting.id} = ${meetingSeat.meetingId}`,
  id: meetingSeat.id,
  newest: meetingSeat.meetingId,
  where: {
    meetingId: meetingSeat.meetingId,
    key: words =>
      or(
        containsWords(meetingSeat.name, words),
        containsWords(meetingSeat.personName, words),
        containsWords(meetingSeat.postName, words),
      ),
    replied: flag => (flag === 'yes' ? isNotNull(meetingSeat.reply) : isNull(meetingSeat.reply)),
    reply: meetingSeat.reply,
    proxyState: meetingSeat.proxyState,
    present: flag => (flag === 'yes' ? isPresent : sql`not ${isPresent}`),
  },
  read: readEntries,
  row: toRow,
  columns: {
    name: { heading: '单位或本人', width: 36, value: ({ of }) => of.name, sort: byName(meetingSeat.name) },
    personName: {
      heading: '姓名',
      width: 12,
      value: ({ of }) => of.personName,
      sort: byName(meetingSeat.personName),
      nowrap: true,
    },
    postName: { heading: '职务', width: 16, value: ({ of }) => of.postName, sort: meetingSeat.place, nowrap: true },
    weight: { heading: '表决权', width: 8, value: ({ of }) => of.weight, sort: meetingSeat.weight, isFigure: true },
    replyName: {
      heading: '回复',
      width: 10,
      value: ({ of }) => replyWords(of),
      sort: sql`coalesce(${meetingSeat.reply}, '')`,
      nowrap: true,
    },
    replyReason: { heading: '说明', width: 30, value: ({ of }) => of.replyReason, empty: '—' },
    proxyTo: { heading: '受托人', width: 24, value: row => row.proxyTo, empty: '—' },
    proxyState: {
      heading: '委托状态',
      width: 14,
      value: ({ of }) => (of.proxyState ? proxyStateNames[of.proxyState] : ''),
      empty: '—',
      nowrap: true,
    },
    repliedAt: {
      heading: '回复时间',
      width: 16,
      value: ({ of }) => (of.repliedAt ? minute(iso(of.repliedAt)) : ''),
      sort: sql`coalesce(${meetingSeat.repliedAt}, '-infinity')`,
      empty: '—',
      nowrap: true,
    },
    repliedName: { heading: '回复人', width: 12, value: ({ of }) => of.repliedName, empty: '—' },
    reminders: {
      heading: '已提醒',
      width: 8,
      value: ({ of }) => of.reminders || null,
      sort: meetingSeat.reminders,
      empty: '—',
      isFigure: true,
    },
    attendance: { heading: '到会', width: 24, value: attendanceWords, empty: '—' },
    meetingTitle: { heading: '会议', width: 30, value: row => row.title, sort: meetingSeat.meetingId },
  },
  listed: [
    'name',
    'personName',
    'postName',
    'replyName',
    'replyReason',
    'proxyTo',
    'proxyState',
    'repliedAt',
    'reminders',
    'attendance',
  ],
})

export const seatRegisterHandlers = {
  'GET /staff/meeting/seat/list': (ctx, asked) => seatRegister.list(ctx, asked),
  'GET /staff/meeting/seat/export': (ctx, asked) =>
    exportRegister(ctx, seatRegister, asked, { action: 'meeting.seatExport', objectType: 'meeting' }),
} satisfies Partial<Handlers<typeof staffMeetingContract>>
