import { lt, sql } from 'drizzle-orm'
import type { Services } from '../api/context.ts'
import { type Limited, ofWhom, refuseFor, type Usual } from './rateLimit.ts'
import { allowance } from './tables.ts'

type Asking = Limited & Pick<Services, 'db' | 'encryption'>

/**
 * As `limit`, but counted in the database, so that as many processes as there may be allow no more than one: for
 * whatever could be found out by trying.
 */
export function limitAcross(name: string, usual: Usual) {
  return async (ctx: Asking, cost = 1): Promise<void> => {
    const { max, per } = usual
    const wanted = Math.max(1, cost)
    const key = ctx.encryption.hash(`limit ${ofWhom(name, usual, ctx)}`)
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
    throw refuseFor(usual, wanted - (rows[0]?.left ?? 0))
  }
}

const DAY = 86_400_000

/** Whoever has not come for a day has everything again. */
export async function forgetAllowances({ db, now }: Pick<Asking, 'db' | 'now'>): Promise<void> {
  await db.delete(allowance).where(lt(allowance.at, new Date(now.getTime() - DAY)))
}
