import { asc, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { dayOf, daysBetween } from '#lib/dates.ts'
import { isMobile, plainMobile } from '#lib/form/phone.ts'
import { maskMobile } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName } from '#lib/server/registers/registerColumns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { complaintFilters } from '../complaintFilters.ts'
import { channelNames, complaintStateNames } from '../complaintWords.ts'
import type { ComplaintRow, staffComplaintsContract } from '../staffContract.ts'
import { complaint, complaintKind } from './tables.ts'

export const readKinds = ({ db }: Pick<Ctx, 'db'>) =>
  db.select().from(complaintKind).orderBy(asc(complaintKind.sort), asc(complaintKind.id))

export type Complaint = typeof complaint.$inferSelect

const subjectName = sql<string>`coalesce(${organisation.name}, ${person.name}, ${complaint.subject})`
export const isOverdue = ({ now }: Pick<Ctx, 'now'>) =>
  sql`(${complaint.state} = 'open' and ${complaint.dueOn} < ${dayOf(now)})`

export async function readEntries(ctx: Pick<Ctx, 'db' | 'now'>, ids: readonly number[]) {
  const rows = await ctx.db
    .select({ of: complaint, kind: complaintKind, subjectName, handlerName: account.displayName })
    .from(complaint)
    .innerJoin(complaintKind, eq(complaintKind.id, complaint.kindId))
    .leftJoin(organisation, eq(organisation.id, complaint.organisationId))
    .leftJoin(person, eq(person.id, complaint.personId))
    .leftJoin(account, eq(account.id, complaint.handlerId))
    .where(inArray(complaint.id, [...ids]))
  const today = dayOf(ctx.now)
  return rows.map(row => ({
    ...row,
    daysLate: row.of.state === 'open' ? Math.max(0, daysBetween(row.of.dueOn, today)) : 0,
  }))
}
export type Entry = Awaited<ReturnType<typeof readEntries>>[number]

export const toRow = ({ of, kind, subjectName, handlerName, daysLate }: Entry): ComplaintRow => ({
  id: of.id,
  number: of.number,
  kindName: kind.name,
  topic: of.topic,
  personName: of.personName,
  subjectName,
  receivedOn: of.receivedOn,
  dueOn: of.dueOn,
  daysLate,
  handlerName: handlerName ?? '',
  state: of.state,
  stateName: complaintStateNames[of.state],
  outcome: of.outcome,
})

/** 投诉与请求: complaints and requests with their deadline and outcome. */
const complaintRegister = defineRegister({
  name: '投诉与请求',
  // Search texts may be mobile numbers, so saved views do not keep them.
  views: { code: 'complaint', permission: 'staff:complaints', unkept: ['key'] },
  filters: complaintFilters,
  from: sql`${complaint} join ${complaintKind} on ${complaintKind.id} = ${complaint.kindId}
    left join ${organisation} on ${organisation.id} = ${complaint.organisationId}
    left join ${person} on ${person.id} = ${complaint.personId}
    left join ${account} on ${account.id} = ${complaint.handlerId}`,
  id: complaint.id,
  newest: complaint.receivedOn,
  where: {
    key: (words, ctx) => {
      const mobile = plainMobile(words)
      return or(
        eq(complaint.number, words.toUpperCase()),
        eq(complaint.certificateNumber, words),
        containsWords(complaint.personName, words),
        containsWords(subjectName, words),
        containsWords(complaint.topic, words),
        containsWords(complaint.content, words),
        isMobile(mobile) ? eq(complaint.mobileHash, ctx.encryption.hash(mobile)) : undefined,
      )
    },
    kindId: complaint.kindId,
    state: complaint.state,
    overdue: (flag, ctx) => (flag === 'yes' ? isOverdue(ctx) : sql`not ${isOverdue(ctx)}`),
    handlerId: complaint.handlerId,
    handled: flag => (flag === 'yes' ? isNotNull(complaint.handlerId) : isNull(complaint.handlerId)),
    channel: complaint.channel,
    receivedFrom: day => sql`${complaint.receivedOn} >= ${day}`,
    receivedTo: day => sql`${complaint.receivedOn} <= ${day}`,
  },
  read: readEntries,
  row: toRow,
  columns: {
    number: { heading: '编号', width: 16, value: ({ of }) => of.number, sort: complaint.number, nowrap: true },
    kindName: { heading: '种类', width: 16, value: ({ kind }) => kind.name, sort: complaintKind.name, nowrap: true },
    topic: { heading: '事由', width: 24, value: ({ of }) => of.topic, sort: complaint.topic, empty: '—' },
    content: { heading: '内容', width: 60, value: ({ of }) => of.content },
    subjectName: { heading: '涉及', width: 36, value: row => row.subjectName, sort: byName(subjectName), empty: '—' },
    certificateNumber: { heading: '证书编号', width: 20, value: ({ of }) => of.certificateNumber, empty: '—' },
    personName: {
      heading: '来人',
      width: 12,
      value: ({ of }) => of.personName,
      sort: byName(complaint.personName),
      empty: '匿名',
    },
    mobile: {
      heading: '手机（部分）',
      value: ({ of }, { encryption }) => (of.mobileSealed ? maskMobile(encryption.decrypt(of.mobileSealed)) : ''),
      empty: '—',
      nowrap: true,
    },
    channel: { heading: '来源', width: 12, value: ({ of }) => channelNames[of.channel], sort: complaint.channel },
    receivedOn: {
      heading: '收到日期',
      width: 12,
      value: ({ of }) => of.receivedOn,
      sort: complaint.receivedOn,
      nowrap: true,
    },
    dueOn: { heading: '办理期限', width: 12, value: ({ of }) => of.dueOn, sort: complaint.dueOn, nowrap: true },
    daysLate: {
      heading: '超期天数',
      width: 10,
      value: row => row.daysLate || null,
      empty: '—',
      sort: sql`case when ${complaint.state} = 'open' then (now() at time zone 'Asia/Shanghai')::date - ${complaint.dueOn} else -100000 end`,
      isFigure: true,
    },
    handlerName: {
      heading: '经办人',
      width: 12,
      value: row => row.handlerName,
      sort: byName(sql`coalesce(${account.displayName}, '')`),
      empty: '未指定',
    },
    stateName: {
      heading: '状态',
      width: 10,
      value: ({ of }) => complaintStateNames[of.state],
      sort: complaint.state,
      nowrap: true,
    },
    outcome: { heading: '办理结果', width: 24, value: ({ of }) => of.outcome, sort: complaint.outcome, empty: '—' },
    answeredOn: {
      heading: '答复日期',
      width: 12,
      value: ({ of }) => of.answeredOn,
      sort: sql`coalesce(${complaint.answeredOn}, '-infinity')`,
      empty: '—',
      nowrap: true,
    },
  },
  listed: [
    'number',
    'kindName',
    'topic',
    'subjectName',
    'personName',
    'receivedOn',
    'dueOn',
    'daysLate',
    'handlerName',
    'stateName',
    'outcome',
  ],
})

export const complaintsHandlers = {
  'GET /staff/complaint/list': (ctx, asked) => complaintRegister.list(ctx, asked),
  'GET /staff/complaint/export': (ctx, asked) =>
    exportRegister(ctx, complaintRegister, asked, { action: 'complaint.export', objectType: 'complaint' }),
} satisfies Partial<Handlers<typeof staffComplaintsContract>>

/** Others about the same organisation, person or certificate, newest first. */
export const readRelated = ({ db }: Pick<Ctx, 'db'>, of: Complaint) => {
  const about = [
    ...(of.organisationId === null ? [] : [eq(complaint.organisationId, of.organisationId)]),
    ...(of.personId === null ? [] : [eq(complaint.personId, of.personId)]),
    ...(of.certificateNumber ? [eq(complaint.certificateNumber, of.certificateNumber)] : []),
  ]
  if (about.length === 0) return Promise.resolve([])
  return db
    .select({ id: complaint.id, number: complaint.number, topic: complaint.topic, state: complaint.state })
    .from(complaint)
    .where(sql`${complaint.id} <> ${of.id} and (${or(...about)})`)
    .orderBy(desc(complaint.receivedOn), desc(complaint.id))
    .limit(20)
}
