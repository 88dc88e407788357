import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { readSetting } from '#modules/settings/server/settings.ts'
import { announcement, article, banner, pageTurn } from './tables.ts'

const ROW_ID = 1

/** Moments since the last time at which what is shown of a table changes by the clock alone. */
type ChangeTimes = (ctx: Pick<Ctx, 'db' | 'now'>, since: Date) => Promise<(Date | null)[]>
const registered: { table: string; turns: ChangeTimes }[] = []
export const registerTimedPages = (table: string, turns: ChangeTimes) => void registered.push({ table, turns })

/**
 * Tells kept pages of what the clock alone has changed since the last time: an announcement or a banner that begins or
 * ends, the grey of a memorial day, an advert, and with each day whatever is due by days. The row is locked, so that of
 * several processes one tells it.
 */
export const expireTimedPages = (ctx: Pick<Ctx, 'db' | 'now'>): Promise<boolean> =>
  ctx.db.transaction(async tx => {
    await tx.insert(pageTurn).values({ id: ROW_ID, turnedAt: ctx.now }).onConflictDoNothing()
    const [last] = await tx.select().from(pageTurn).where(eq(pageTurn.id, ROW_ID)).for('update')
    const since = last!.turnedAt
    if (since >= ctx.now) return false
    await tx.update(pageTurn).set({ turnedAt: ctx.now })
    const turned = dayOf(since) === dayOf(ctx.now) ? await changedTables({ db: tx, now: ctx.now }, since) : ['']
    for (const what of turned) await tx.execute(sql`select pg_notify('content', ${what})`)
    return turned.length > 0
  })

async function changedTables(ctx: Pick<Ctx, 'db' | 'now'>, since: Date): Promise<string[]> {
  const hasPassed = (moment: Date | null) => moment !== null && since < moment && moment <= ctx.now
  const turned: string[] = []
  for (const { table, turns } of registered) if ((await turns(ctx, since)).some(hasPassed)) turned.push(table)
  return turned
}

registerTimedPages('banner', async ({ db }) =>
  (await db.select({ from: banner.startsAt, to: banner.endsAt }).from(banner)).flatMap(({ from, to }) => [from, to]),
)

registerTimedPages('announcement', async ({ db }) =>
  (await db.select({ from: announcement.startsAt, to: announcement.endsAt }).from(announcement)).flatMap(
    ({ from, to }) => [from, to],
  ),
)

registerTimedPages('setting', async ctx => {
  const { greyFrom = null, greyTo = null } = (await readSetting(ctx, 'display')) ?? {}
  return [greyFrom, greyTo].map(moment => (moment ? new Date(moment) : null))
})

/** A public notice within an article is over. */
registerTimedPages('article', async ({ db, now }, since) =>
  (
    await db
      .select({ endsAt: article.noticeEndsAt })
      .from(article)
      .where(and(gt(article.noticeEndsAt, since), lte(article.noticeEndsAt, now)))
      .limit(1)
  ).map(({ endsAt }) => endsAt),
)
