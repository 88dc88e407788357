import { and, asc, eq, exists, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import { addDays, dayOf, iso, shortDay } from '#lib/dates.ts'
import { hasStatus } from '#modules/certificates/issuing/server/filters.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { expiryReminder } from '#modules/members/server/tables.ts'
import { overdueSince } from '#modules/review/deadlines.ts'
import { openObjections } from '#modules/review/notices/objection.ts'
import { kindOf } from '#modules/review/server/applicationKinds.ts'
import { application, objection } from '#modules/review/server/tables.ts'
import { type State, staffPermission, stateNames } from '#modules/review/workflow.ts'
import { type Check, judge } from './finding.ts'

/** In days: who is answered later than this was not answered. */
const UNANSWERED = 90
/** In days: how long an objection may be examined. */
const OBJECTION = 15
const DAY = 86_400_000

export const lateApplications: Check = async ctx => {
  const today = dayOf(ctx.now)
  const late = (Object.keys(staffPermission) as State[]).flatMap(state => {
    const since = overdueSince(state, today)
    return since ? [and(eq(application.state, state), lt(application.stateSince, endOf(since)))!] : []
  })
  const rows = await ctx.db
    .select({
      id: application.id,
      kind: application.kind,
      title: application.title,
      state: application.state,
      since: application.stateSince,
    })
    .from(application)
    .where(or(...late))
    .orderBy(asc(application.stateSince))
    .limit(1000)
  const oldest = rows[0] ? (ctx.now.getTime() - rows[0].since.getTime()) / DAY : 0
  return judge(
    {
      code: 'lateApplications',
      group: '互动回应',
      name: '申请办理',
      each: 2,
      most: 20,
      why: '申请应在承诺的工作日内办理；三个月以上没有回应的，网站整体不合格。',
      good: '没有超过办理时限的申请',
    },
    {
      count: rows.length,
      found: `${rows.length} 份申请超过办理时限`,
      route: '/staff/review?status=open&overdue=1',
      isRejected: oldest > UNANSWERED,
      items: rows.map(row => ({
        text: `${kindOf(row).name} ${row.title}：${stateNames[row.state]}，自 ${shortDay(iso(row.since))}`,
        route: `/staff/review/${row.id}`,
      })),
    },
  )
}

/** Midnight at which that day is over, in Shanghai. */
const endOf = (day: string) => new Date(`${addDays(day, 1)}T00:00:00+08:00`)

export const lateObjections: Check = async ctx => {
  const rows = await ctx.db
    .select({ id: objection.id, noticeId: objection.noticeId, createdAt: objection.createdAt })
    .from(objection)
    .where(
      and(
        inArray(objection.state, [...openObjections]),
        lt(objection.createdAt, new Date(ctx.now.getTime() - OBJECTION * DAY)),
      ),
    )
    .orderBy(asc(objection.createdAt))
  return judge(
    {
      code: 'lateObjections',
      group: '互动回应',
      name: '异议答复',
      each: 5,
      most: 10,
      why: `公示期间的异议应在 ${OBJECTION} 天内核查答复。`,
      good: '没有超过期限的异议',
    },
    {
      count: rows.length,
      found: `${rows.length} 件异议超过 ${OBJECTION} 天没有结果`,
      route: '/staff/notices?state=held',
      items: rows.map(({ noticeId, createdAt }) => ({
        text: `${shortDay(iso(createdAt))} 提出的异议`,
        route: `/staff/notices/${noticeId}`,
      })),
    },
  )
}

/** Their end is near, and nobody has been told: no reminder went out, or there is nobody whom it could reach. */
export const silentExpiries: Check = async ctx => {
  const told = ctx.db
    .select({ one: sql`1` })
    .from(expiryReminder)
    .where(eq(expiryReminder.certificateId, certificate.id))
  const nobody = and(isNull(certificate.organisationId), isNull(certificate.personId))
  const isSilent = and(hasStatus('expiring', dayOf(ctx.now)), or(notExists(told), and(exists(told), nobody)))
  const rows = await ctx.db
    .select({
      id: certificate.id,
      number: certificate.number,
      holderName: certificate.holderName,
      validTo: certificate.validTo,
    })
    .from(certificate)
    .where(isSilent)
    .orderBy(asc(certificate.validTo), asc(certificate.id))
    .limit(1000)
  return judge(
    {
      code: 'silentExpiries',
      group: '互动回应',
      name: '到期提醒',
      each: 0.2,
      most: 5,
      why: '证书到期前 90、60、30、7 天应提醒持证人；没有关联单位或人员的证书无人可提醒，请认领或补充。',
      good: '临近到期的证书都已提醒',
    },
    {
      count: rows.length,
      found: `${rows.length} 张临近到期的证书没有提醒到人`,
      route: '/staff/certificates?status=expiring',
      items: rows.map(({ id, number, holderName, validTo }) => ({
        text: `${number} ${holderName}，${validTo} 到期`,
        route: `/staff/certificates/${id}`,
      })),
    },
  )
}
