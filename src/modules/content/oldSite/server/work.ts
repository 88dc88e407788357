import { randomUUID } from 'node:crypto'
import { and, eq, lt, notInArray, or } from 'drizzle-orm'
import { conflict, isRefusal, notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { HEARTBEAT_TIMEOUT_MS, isAtWork, type Phase, phases, type StoredState, stateNames, stateOf } from '../states.ts'
import { oldSite } from './tables.ts'

export type Site = typeof oldSite.$inferSelect

/** Thrown to end work that somebody cancelled, or that another process has taken over. */
class Stopped extends Error {}

export async function findSite({ db }: Pick<Ctx, 'db'>, id: number): Promise<Site> {
  const [found] = await db.select().from(oldSite).where(eq(oldSite.id, id))
  if (!found) throw notFound('没有这个旧网站')
  return found
}

/** Condition: no job runs, or its heartbeat has stopped. */
const isIdle = (now: Date) =>
  or(notInArray(oldSite.state, [...phases]), lt(oldSite.heartbeat, new Date(now.getTime() - HEARTBEAT_TIMEOUT_MS)))

/** Takes a site on for long work; of two at once, one does. */
export async function startWork(
  ctx: Pick<Ctx, 'db' | 'now'>,
  before: Site,
  phase: Phase,
  set: Partial<Site> = {},
): Promise<Site> {
  const begun = { work: randomUUID(), progress: 0, cancelAsked: false, reason: '', heartbeat: new Date() }
  const [site] = await ctx.db
    .update(oldSite)
    .set({ ...begun, state: phase, phase, ...set })
    // Of two concurrent callers, the second no longer matches `work` and gets no row.
    .where(and(isThisRun(before), isIdle(ctx.now)))
    .returning()
  if (!site) throw alreadyRunning(ctx, before)
  return site
}

/** Changes what nobody is at work on, in this transaction. */
export async function lockIdle(ctx: Pick<Ctx, 'db' | 'now'>, before: Site): Promise<Site> {
  const [site] = await ctx.db
    .select()
    .from(oldSite)
    .where(and(eq(oldSite.id, before.id), isIdle(ctx.now)))
    .for('update')
  if (!site) throw alreadyRunning(ctx, before)
  return site
}

function alreadyRunning({ now }: Pick<Ctx, 'now'>, before: Site) {
  const state = stateOf(before, now)
  return conflict(
    isAtWork(state) ? `这个旧网站${stateNames[state]}，请等它结束` : '刚刚有人开始处理这个旧网站，请刷新后查看',
  )
}

const isThisRun = ({ id, work }: Pick<Site, 'id' | 'work'>) => and(eq(oldSite.id, id), eq(oldSite.work, work))

/** Interval between two heartbeats, in ms. */
const HEARTBEAT_INTERVAL_MS = 400

/** Shows how far the work is, and stops it where that is wanted. */
export function heartbeat({ db }: Pick<Ctx, 'db'>, site: Pick<Site, 'id' | 'work'>) {
  let last = 0
  return async (progress: number, total?: number): Promise<void> => {
    if (Date.now() - last < HEARTBEAT_INTERVAL_MS) return
    last = Date.now()
    const [alive] = await db
      .update(oldSite)
      .set({ progress, heartbeat: new Date(), ...(total !== undefined && { total }) })
      .where(isThisRun(site))
      .returning({ cancelAsked: oldSite.cancelAsked })
    if (!alive || alive.cancelAsked) throw new Stopped()
  }
}

/** Locks the site for one step: a cancel or takeover waits until the transaction ends. */
export async function lockForStep({ db }: Pick<Ctx, 'db'>, site: Site): Promise<void> {
  const [held] = await db
    .select({ cancelAsked: oldSite.cancelAsked })
    .from(oldSite)
    .where(isThisRun(site))
    .for('key share')
  if (!held || held.cancelAsked) throw new Stopped()
}

/**
 * The work to its end, in the background; what it comes to is written down, and who waits reads that. Answers why it
 * failed, unless somebody wanted that.
 */
export async function runWork(
  ctx: Ctx,
  site: Site,
  ends: StoredState,
  work: (beat: (progress: number, total?: number) => Promise<void>) => Promise<Partial<Site>>,
): Promise<string | undefined> {
  const show = () => ctx.db.update(oldSite).set({ heartbeat: new Date() }).where(isThisRun(site))
  // The first page, or a large picture, may take longer than the silence of the dead.
  const clock = setInterval(() => void show().catch(() => {}), HEARTBEAT_TIMEOUT_MS / 3)
  try {
    const found = await work(heartbeat(ctx, site))
    const wanted = and(isThisRun(site), eq(oldSite.cancelAsked, false))
    const [done] = await ctx.db
      .update(oldSite)
      .set({ ...found, state: ends })
      .where(wanted)
      .returning({ id: oldSite.id })
    if (!done) throw new Stopped()
  } catch (error) {
    return await failWork(ctx, site, error)
  } finally {
    clearInterval(clock)
  }
}

async function failWork(ctx: Ctx, site: Site, error: unknown): Promise<string | undefined> {
  const isStopped = error instanceof Stopped
  const reason = isStopped ? '' : isRefusal(error) ? error.message : '系统错误，已完成的部分保留，可以继续'
  if (!isStopped && !isRefusal(error)) ctx.log.error({ err: error, oldSite: site.id }, 'work on an old site failed')
  await ctx.db
    .update(oldSite)
    .set({ state: isStopped ? 'cancelled' : 'failed', reason })
    .where(isThisRun(site))
    .catch(err => ctx.log.error({ err, oldSite: site.id }, 'work on an old site cannot be written off'))
  return isStopped ? undefined : reason
}
