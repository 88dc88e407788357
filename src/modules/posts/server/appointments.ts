import { eq, inArray, or, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { isMobile, plainMobile } from '#lib/form/phone.ts'
import { maskMobile } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName } from '#lib/server/registers/registerColumns.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { statusNames } from '#modules/certificates/status.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { appointmentFilters, appointmentStateNames } from '../appointmentFilters.ts'
import { sexNames } from '../bodyWords.ts'
import type { AppointmentRow, staffPostsContract } from '../staffContract.ts'
import { isInForce, lastDayOfPost } from './bodies.ts'
import { appointment, body, post, term } from './tables.ts'

export const organisationNameOf = sql<string>`coalesce(${organisation.name}, ${appointment.organisationName})`

export async function readEntries({ db, now }: Pick<Ctx, 'db' | 'now'>, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await db
    .select({
      of: appointment,
      body,
      post,
      termNumber: term.number,
      organisationName: organisationNameOf,
      until: lastDayOfPost,
      letter: { id: certificate.id, number: certificate.number, status: certificate.status },
    })
    .from(appointment)
    .innerJoin(body, eq(body.id, appointment.bodyId))
    .innerJoin(post, eq(post.id, appointment.postId))
    .leftJoin(term, eq(term.id, appointment.termId))
    .leftJoin(organisation, eq(organisation.id, appointment.organisationId))
    .leftJoin(certificate, eq(certificate.id, appointment.letterId))
    .where(inArray(appointment.id, [...ids]))
  const today = dayOf(now)
  const stateOf = (fromDay: string, until: string | null): AppointmentRow['state'] =>
    fromDay > today ? 'coming' : until !== null && until < today ? 'ended' : 'current'
  return rows.map(row => ({ ...row, state: stateOf(row.of.fromDay, row.until) }))
}
export type Entry = Awaited<ReturnType<typeof readEntries>>[number]

/** Number of the letter of appointment, and what became of it; empty: none was issued. */
export const letterWords = ({ letter }: Entry): string =>
  letter === null ? '' : `${letter.number}${letter.status === 'valid' ? '' : `（${statusNames[letter.status]}）`}`

/** Condition on an appointment whose term and body are joined: it ends within the days that its body asks for. */
export const isEndingOn = (today: string) =>
  sql`(${isInForce(today)} and ${lastDayOfPost} <= ${today}::date + ${body.remindDays})`

export const toRow = ({ of, body, post, termNumber, organisationName, until, state }: Entry): AppointmentRow => ({
  id: of.id,
  personName: of.personName,
  bodyName: body.name,
  postName: post.name,
  termNumber: termNumber ?? '',
  organisationId: of.organisationId,
  organisationName,
  fromDay: of.fromDay,
  until,
  state,
  stateName: appointmentStateNames[state],
})

/** 任职名册: who holds which post for whom, today or on another day. */
export const appointmentRegister = defineRegister({
  name: '任职名册',
  // Search texts may be mobile numbers, so saved views do not keep them.
  views: { code: 'appointment', permission: 'staff:posts', unkept: ['key'] },
  filters: appointmentFilters,
  from: sql`${appointment} join ${body} on ${body.id} = ${appointment.bodyId}
    join ${post} on ${post.id} = ${appointment.postId}
    left join ${term} on ${term.id} = ${appointment.termId}
    left join ${organisation} on ${organisation.id} = ${appointment.organisationId}
    left join ${certificate} on ${certificate.id} = ${appointment.letterId}`,
  id: appointment.id,
  newest: sql`(${body.sort} * 100000 + ${post.sort})`,
  ordered: () => ({ at: sql`(${body.sort} * 100000 + ${post.sort})`, ascending: true }),
  where: {
    key: (words, ctx) => {
      const mobile = plainMobile(words)
      return or(
        containsWords(appointment.personName, words),
        containsWords(organisationNameOf, words),
        isMobile(mobile) ? eq(appointment.mobileHash, ctx.encryption.hash(mobile)) : undefined,
      )
    },
    bodyId: appointment.bodyId,
    postId: appointment.postId,
    termId: appointment.termId,
    organisationId: appointment.organisationId,
    letter: state =>
      state === 'valid'
        ? eq(certificate.status, 'valid')
        : sql`(${post.hasLetter} and ${certificate.status} is distinct from 'valid')`,
    ending: (flag, { now }) => (flag === 'yes' ? isEndingOn(dayOf(now)) : sql`${isEndingOn(dayOf(now))} is not true`),
    // Both say when; `within` knows the two.
    day: () => undefined,
    state: () => undefined,
  },
  within: ({ now }, { day, state = 'current', ids }) => {
    if (ids || state === 'all') return undefined
    const on = day || dayOf(now)
    if (state === 'current') return isInForce(on)
    return state === 'coming' ? sql`${appointment.fromDay} > ${on}` : sql`${lastDayOfPost} < ${on}`
  },
  read: readEntries,
  row: toRow,
  columns: {
    personName: {
      heading: '姓名',
      width: 12,
      value: ({ of }) => of.personName,
      sort: byName(appointment.personName),
      nowrap: true,
    },
    sex: { heading: '性别', width: 8, value: ({ of }) => of.sex && sexNames[of.sex], empty: '未填写', nowrap: true },
    bornMonth: { heading: '出生年月', width: 10, value: ({ of }) => of.bornMonth, empty: '未填写', nowrap: true },
    postName: {
      heading: '职务',
      width: 14,
      value: ({ post }) => post.name,
      sort: sql`(${body.sort} * 100000 + ${post.sort})`,
      nowrap: true,
    },
    bodyName: { heading: '机构', width: 16, value: ({ body }) => body.name, sort: body.sort, nowrap: true },
    termNumber: {
      heading: '届次',
      width: 10,
      value: row => row.termNumber,
      sort: sql`coalesce(${term.fromDay}, '-infinity')`,
      empty: '—',
      nowrap: true,
    },
    organisationName: {
      heading: '单位',
      width: 36,
      value: row => row.organisationName,
      sort: byName(organisationNameOf),
      empty: '—',
    },
    position: { heading: '单位职务', width: 16, value: ({ of }) => of.position, empty: '—' },
    fromDay: { heading: '任职起', width: 12, value: ({ of }) => of.fromDay, sort: appointment.fromDay, nowrap: true },
    until: {
      heading: '任职止',
      width: 12,
      value: row => row.until,
      empty: '未定',
      sort: sql`coalesce(${lastDayOfPost}, 'infinity')`,
      nowrap: true,
    },
    stateName: { heading: '状态', width: 10, value: row => appointmentStateNames[row.state], nowrap: true },
    voteWeight: {
      heading: '表决权（票）',
      width: 12,
      value: ({ post }) => post.voteWeight,
      sort: post.voteWeight,
      isFigure: true,
    },
    mobile: {
      heading: '手机（部分）',
      width: 16,
      value: ({ of }, { encryption }) => (of.mobileSealed ? maskMobile(encryption.decrypt(of.mobileSealed)) : ''),
      empty: '未填写',
      nowrap: true,
    },
    decision: { heading: '依据', width: 30, value: ({ of }) => of.decision, empty: '未填写' },
    decidedOn: { heading: '决定日期', width: 12, value: ({ of }) => of.decidedOn, empty: '—', nowrap: true },
    letter: {
      heading: '聘书',
      width: 24,
      value: row => letterWords(row),
      empty: '—',
      nowrap: true,
    },
    endReason: { heading: '离任原因', width: 24, value: ({ of }) => of.endReason, empty: '—' },
    exceptionReason: { heading: '例外理由', width: 24, value: ({ of }) => of.exceptionReason, empty: '—' },
  },
  listed: ['personName', 'postName', 'bodyName', 'termNumber', 'organisationName', 'fromDay', 'until', 'stateName'],
})

export const appointmentsHandlers = {
  'GET /staff/appointment/list': (ctx, asked) => appointmentRegister.list(ctx, asked),
  'GET /staff/appointment/export': (ctx, asked) =>
    exportRegister(ctx, appointmentRegister, asked, { action: 'appointment.export', objectType: 'appointment' }),
} satisfies Partial<Handlers<typeof staffPostsContract>>
