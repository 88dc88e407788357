import { eq, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Ctx } from '#lib/server/api/context.ts'
import { readSetting } from '#modules/settings/server/settings.ts'
import { announcement, banner, pageTurn } from './tables.ts'

const ONLY = 1

/** Moments since the last time at which pages of other modules change by themselves. */
type Turns = (ctx: Pick<Ctx, 'db' | 'now'>, since: Date) => Promise<Date[]>
const others: Turns[] = []
export const turnsAt = (turns: Turns) => void others.push(turns)

/**
 * Tells kept pages of what the clock alone has changed since the last time: an announcement or a banner that begins or
 * ends, the grey of a memorial day, an advert. The row is locked, so that of several processes one tells it.
 */
export const turnPages = (ctx: Pick<Ctx, 'db' | 'now'>): Promise<boolean> =>
  ctx.db.transaction(async tx => {
    await tx.insert(pageTurn).values({ id: ONLY, turnedAt: ctx.now }).onConflictDoNothing()
    const [last] = await tx.select().from(pageTurn).where(eq(pageTurn.id, ONLY)).for('update')
    const since = last!.turnedAt
    if (since >= ctx.now) return false
    await tx.update(pageTurn).set({ turnedAt: ctx.now })
    const passed = (moment: Date | null) => moment !== null && since < moment && moment <= ctx.now
    const elsewhere = await Array.fromAsync(others, turns => turns({ db: tx, now: ctx.now }, since))
    const isDue = [...(await readBoundaries({ db: tx })), ...elsewhere.flat()].some(passed)
    if (isDue) await tx.execute(sql`select pg_notify('content', '')`)
    return isDue
  })

/** Every moment at which a public page changes by itself; a few dozen rows. */
async function readBoundaries(ctx: Pick<Ctx, 'db'>): Promise<(Date | null)[]> {
  const rows = await unionAll(
    ctx.db.select({ from: banner.startsAt, to: banner.endsAt }).from(banner),
    ctx.db.select({ from: announcement.startsAt, to: announcement.endsAt }).from(announcement),
  )
  const { greyFrom = null, greyTo = null } = (await readSetting(ctx, 'display')) ?? {}
  const grey = [greyFrom, greyTo].map(moment => moment && new Date(moment)) as (Date | null)[]
  return [...grey, ...rows.flatMap(({ from, to }) => [from, to])]
}
