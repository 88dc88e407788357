import { and, eq, isNull, lt } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Action } from '../workflow.ts'
import type { Application } from './applicationKinds.ts'
import { closeNotice, currentNotice, noticeStateOf } from './notices.ts'
import { advanceApplication, lockApplication } from './steps.ts'
import { application, publicNotice } from './tables.ts'

/**
 * Job: passes notices that ended without objection, and expires applications whose applicants did not act. Passing is
 * automatic because the meeting has decided and the public had its days; it is left to no one's discretion.
 */
export async function applyDeadlines(ctx: Ctx): Promise<void> {
  const today = dayOf(ctx.now)
  const noticed = await ctx.db
    .select({ id: application.id })
    .from(application)
    .innerJoin(publicNotice, and(eq(publicNotice.applicationId, application.id), isNull(publicNotice.endedAt)))
    .where(and(eq(application.state, 'noticed'), lt(publicNotice.toDay, today), isNull(publicNotice.heldAt)))
  for (const { id } of noticed) await step(ctx, id, 'pass')
  const overdue = await ctx.db.select({ id: application.id }).from(application).where(lt(application.dueOn, today))
  for (const { id } of overdue) await step(ctx, id, 'expire')
}

/** Runs each step in its own transaction, so that a failure does not block the others. */
async function step(ctx: Ctx, id: number, action: Action) {
  await ctx.db
    .transaction(async db => {
      const tx = { ...ctx, db }
      const current = await lockApplication(tx, id)
      // Check again under the lock, because the list may be outdated.
      const stillDue =
        action === 'pass' ? await hasRunOut(tx, current) : current.dueOn !== null && current.dueOn < dayOf(ctx.now)
      if (!stillDue) return
      await advanceApplication(tx, current, { action, by: 'calendar', actorName: '系统' })
      if (action === 'pass') await closeNotice(tx, id)
    })
    .catch(error => ctx.log.error({ err: error, application: id }, `an application could not ${action} by itself`))
}

async function hasRunOut(ctx: Ctx, { id, state }: Application): Promise<boolean> {
  const notice = await currentNotice(ctx, id)
  return state === 'noticed' && notice !== undefined && noticeStateOf(notice, dayOf(ctx.now)) === 'due'
}
