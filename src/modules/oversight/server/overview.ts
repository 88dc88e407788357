import { and, asc, desc, eq, lte } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { addDays, dayOf, iso } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signed } from '#lib/server/api/context.ts'
import { listTasks } from '#lib/server/oversight/deskTasks.ts'
import { isMissing, readSetupSteps } from '#lib/server/oversight/setupSteps.ts'
import { runChecks } from '#lib/server/oversight/siteChecks.ts'
import { actionName, objectTypeName, routeOf } from '#modules/audit/server/auditWords.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { staffDeadline } from '#modules/review/deadlines.ts'
import { kindOf } from '#modules/review/server/applicationKinds.ts'
import { onOwnDesk } from '#modules/review/server/provinces.ts'
import { application } from '#modules/review/server/tables.ts'
import { nameOfState } from '#modules/review/workflow.ts'
import type { staffOversightContract } from '../staffContract.ts'

type Answer = Output<(typeof staffOversightContract)['GET /staff/overview']>

const SHOWN = 8
/** In days: how far ahead a deadline is near. */
const AHEAD = 5
/** Of what a new site lacks: the next steps; the whole list has a screen. */
const NEXT_STEPS = 3

export const overviewHandlers = {
  'GET /staff/overview': async ctx => {
    return {
      tasks: await listTasks(ctx),
      deadlines: await listDeadlines(ctx),
      acts: await listActs(ctx),
      notices: await listNotices(ctx),
      setup: await readSetup(ctx),
    }
  },
} satisfies Partial<Handlers<typeof staffOversightContract>>

/** Applications that wait for this person's permissions, whose time is over or soon will be. */
async function listDeadlines(ctx: Ctx): Promise<Answer['deadlines']> {
  const today = dayOf(ctx.now)
  const rows = await ctx.db
    .select({
      id: application.id,
      kind: application.kind,
      title: application.title,
      state: application.state,
      since: application.stateSince,
    })
    .from(application)
    .where(and(onOwnDesk(ctx), lte(application.stateSince, ctx.now)))
    .orderBy(asc(application.stateSince))
    .limit(50)
  return rows
    .flatMap(row => {
      const day = staffDeadline(row.state, dayOf(row.since))
      if (!day || day > addDays(today, AHEAD)) return []
      const what = `${kindOf(row).name}，${nameOfState(row.state)}`
      return { title: row.title, what, day, isOver: day < today, route: `/staff/review/${row.id}` }
    })
    .sort((a, b) => (a.day < b.day ? -1 : 1))
    .slice(0, SHOWN)
}

async function listActs(ctx: Ctx): Promise<Answer['acts']> {
  const rows = await ctx.db
    .select()
    .from(auditEvent)
    .where(eq(auditEvent.actorId, signed(ctx).accountId))
    .orderBy(desc(auditEvent.id))
    .limit(SHOWN)
  return rows.map(row => ({
    id: row.id,
    at: iso(row.at),
    actionName: actionName(row.action),
    objectName: row.objectName,
    objectTypeName: objectTypeName(row.objectType),
    route: routeOf(row.objectType, row.objectId),
  }))
}

/** What is wrong with the system itself, for who looks after it. */
async function listNotices(ctx: Ctx): Promise<Answer['notices']> {
  if (!signed(ctx).permissions.includes('staff:system')) return []
  return (await runChecks(ctx)).flatMap(({ code, level, found, route, isRejected, group }) =>
    level === 'bad' || isRejected || (group === '运行' && level === 'warn')
      ? {
          level: level === 'bad' ? ('bad' as const) : ('warn' as const),
          text: found,
          route: route ?? `/staff/health#${code}`,
        }
      : [],
  )
}

/** For who sets the site up, until nothing is missing that it cannot go live without. */
async function readSetup(ctx: Ctx): Promise<Answer['setup']> {
  if (!signed(ctx).permissions.includes('staff:setup')) return null
  const steps = await readSetupSteps(ctx)
  const missing = steps.filter(isMissing)
  if (missing.length === 0) return null
  const next = missing.slice(0, NEXT_STEPS).map(({ name, lacks, route }) => ({ name, lacks, route }))
  return { done: steps.filter(({ lacks }) => lacks === null).length, total: steps.length, next }
}
