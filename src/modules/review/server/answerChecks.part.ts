import { and, asc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import { addDays, dayOf, iso, shortDay } from '#lib/dates.ts'
import { type Check, defineChecks, judge, MAX_LISTED_CASES } from '#lib/server/oversight/siteChecks.ts'
import { readWorkingCalendar } from '#modules/settings/server/workingCalendar.ts'
import { overdueSince } from '../deadlines.ts'
import { openObjections } from '../objection.ts'
import { nameOfState, openStates } from '../workflow.ts'
import { kindOf } from './applicationKinds.ts'
import { application, objection } from './tables.ts'
import { waitingColumns } from './waiting.ts'

/** Days after which a late answer counts as none. */
const MAX_ANSWER_DAYS = 90
/** Maximum days for examining an objection. */
const MAX_OBJECTION_DAYS = 15
const DAY = 86_400_000

const lateApplications: Check = async ctx => {
  const today = dayOf(ctx.now)
  const calendar = await readWorkingCalendar(ctx)
  const late = openStates().flatMap(state => {
    const since = overdueSince(calendar, state, today)
    return since ? [and(eq(application.state, state), lt(application.stateSince, endOf(since)))!] : []
  })
  const rows = await ctx.db
    .select({ ...waitingColumns, total: sql<number>`count(*) over ()` })
    .from(application)
    .where(or(...late))
    .orderBy(asc(application.stateSince))
    .limit(MAX_LISTED_CASES)
  const total = rows[0]?.total ?? 0
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
      count: total,
      found: `${total} 份申请超过办理时限`,
      route: '/staff/review?status=open&overdue=1',
      isRejected: oldest > MAX_ANSWER_DAYS,
      items: rows.map(row => ({
        text: `${kindOf(row).name} ${row.title}：${nameOfState(row.state)}，自 ${shortDay(iso(row.since))}`,
        route: `/staff/review/${row.id}`,
      })),
    },
  )
}

/** Midnight at which that day is over, in Shanghai. */
const endOf = (day: string) => new Date(`${addDays(day, 1)}T00:00:00+08:00`)

const lateObjections: Check = async ctx => {
  const rows = await ctx.db
    .select({ id: objection.id, noticeId: objection.noticeId, createdAt: objection.createdAt })
    .from(objection)
    .where(
      and(
        inArray(objection.state, [...openObjections]),
        lt(objection.createdAt, new Date(ctx.now.getTime() - MAX_OBJECTION_DAYS * DAY)),
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
      why: `公示期间的异议应在 ${MAX_OBJECTION_DAYS} 天内核查答复。`,
      good: '没有超过期限的异议',
    },
    {
      count: rows.length,
      found: `${rows.length} 件异议超过 ${MAX_OBJECTION_DAYS} 天没有结果`,
      items: rows.map(({ noticeId, createdAt }) => ({
        text: `${shortDay(iso(createdAt))} 提出的异议`,
        route: `/staff/notices/${noticeId}`,
      })),
    },
  )
}

defineChecks(lateApplications, lateObjections)
