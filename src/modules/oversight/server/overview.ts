import { and, desc, eq, notInArray } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { cardCodes, readDeskCards } from '#lib/server/oversight/deskCards.ts'
import { listTasks } from '#lib/server/oversight/deskTasks.ts'
import { isMissing, readSetupSteps } from '#lib/server/oversight/setupSteps.ts'
import { runChecks } from '#lib/server/oversight/siteChecks.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { actionName, objectTypeName, routeOf } from '#modules/audit/server/auditWords.ts'
import { withNames } from '#modules/audit/server/names.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import type { staffOversightContract } from '../staffContract.ts'

type Answer = Output<(typeof staffOversightContract)['GET /staff/overview']>

const MAX_ACTS = 8
/** Recorded each day, and no work. */
const SIGNING_IN = ['account.signIn', 'account.endSessions']
const MAX_NEXT_STEPS = 3

export const overviewHandlers = {
  'GET /staff/overview': async ctx => {
    return {
      tasks: await listTasks(ctx),
      cards: await readDeskCards(ctx, await ownCards(ctx)),
      acts: await listActs(ctx),
      notices: await listNotices(ctx),
      setup: await readSetup(ctx),
    }
  },
  'POST /staff/overview/cards': async (ctx, { order, hidden }) => {
    const own = cardCodes(ctx)
    if ([...order, ...hidden].some(code => !own.includes(code))) throw invalid('没有这个版块，或它不在您的工作台上')
    await ctx.db
      .update(account)
      .set({ deskCards: order, hiddenCards: hidden })
      .where(eq(account.id, signedInActor(ctx).accountId))
    return {}
  },
} satisfies Partial<Handlers<typeof staffOversightContract>>

async function ownCards(ctx: Ctx) {
  const { accountId } = signedInActor(ctx)
  const [own] = await ctx.db
    .select({ order: account.deskCards, hidden: account.hiddenCards })
    .from(account)
    .where(eq(account.id, accountId))
  return own!
}

async function listActs(ctx: Ctx): Promise<Answer['acts']> {
  const rows = await ctx.db
    .select()
    .from(auditEvent)
    .where(and(eq(auditEvent.actorId, signedInActor(ctx).accountId), notInArray(auditEvent.action, SIGNING_IN)))
    .orderBy(desc(auditEvent.id))
    .limit(MAX_ACTS)
  return (await withNames(ctx, rows)).map(row => ({
    id: row.id,
    at: iso(row.at),
    actionName: actionName(row.action),
    objectName: row.objectName,
    objectTypeName: objectTypeName(row.objectType),
    route: routeOf(row.objectType, row.objectId),
  }))
}

/** Problems of the system itself, for staff with the permission for it. */
async function listNotices(ctx: Ctx): Promise<Answer['notices']> {
  if (!signedInActor(ctx).permissions.includes('staff:system')) return []
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

/** Setup progress for staff who set up the site, until nothing blocks going live. */
async function readSetup(ctx: Ctx): Promise<Answer['setup']> {
  if (!signedInActor(ctx).permissions.includes('staff:setup')) return null
  const steps = await readSetupSteps(ctx)
  const missing = steps.filter(isMissing)
  if (missing.length === 0) return null
  const next = missing.slice(0, MAX_NEXT_STEPS).map(({ name, lacks, route }) => ({ name, lacks, route }))
  return { done: steps.filter(({ lacks }) => lacks === null).length, total: steps.length, next }
}
