import { lt, sql } from 'drizzle-orm'
import type { Services } from '../api/context.ts'
import { countersOf, type RateLimitCaller, type RateLimitRule, rateLimitRefusal } from './rateLimit.ts'
import { allowance } from './tables.ts'

type SharedLimitContext = RateLimitCaller & Pick<Services, 'db' | 'encryption'>

/**
 * Rate limit like `limit`, but counted in the database, so that several processes together allow no more than one: for
 * anything that could be guessed by trying. The caller's own place is charged first: a caller refused there takes
 * nothing from its neighbours.
 */
export function sharedRateLimit(name: string, usual: RateLimitRule) {
  return async (ctx: SharedLimitContext, cost = 1, max = usual.max): Promise<void> => {
    for (const { key, times } of countersOf(name, usual, ctx))
      await spendOne(ctx, `limit ${key}`, { max: max * times, per: usual.per }, cost)
  }
}

async function spendOne(
  ctx: SharedLimitContext,
  whose: string,
  { max, per }: RateLimitRule,
  cost: number,
): Promise<void> {
  const wanted = Math.max(1, cost)
  const key = ctx.encryption.hash(whose)
  const at = ctx.now
  const gained = sql`greatest(0, extract(epoch from ${at}::timestamptz - allowance.at)) * ${(max / per) * 1000}::float8`
  const filled = sql`least(${max}::float8, allowance.remaining + ${gained})`
  const spent = await ctx.db
    .insert(allowance)
    .values({ key, remaining: max - cost, at })
    .onConflictDoUpdate({
      target: allowance.key,
      set: { remaining: sql`${filled} - ${cost}::float8`, at },
      setWhere: sql`${filled} >= ${wanted}::float8`,
    })
    .returning({ key: allowance.key })
  if (spent.length > 0) return
  const { rows } = await ctx.db.execute<{ left: number }>(
    sql`select ${filled} as left from allowance where key = ${key}`,
  )
  throw rateLimitRefusal({ max, per }, wanted - (rows[0]?.left ?? 0))
}

const DAY = 86_400_000

/** Deletes buckets idle for a day; they would be full again. */
export async function deleteIdleBuckets({ db, now }: Pick<SharedLimitContext, 'db' | 'now'>): Promise<void> {
  await db.delete(allowance).where(lt(allowance.at, new Date(now.getTime() - DAY)))
}
