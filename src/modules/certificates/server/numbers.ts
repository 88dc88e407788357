import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { numberSeries } from './tables.ts'

/**
 * The next number of a series, such as 13 of `XH-D-32`. Whoever asks at the same time waits until this transaction
 * ends, and gets the same number if it is rolled back: no gaps, no number twice.
 */
export const nextNumber = async (ctx: Pick<Ctx, 'db'>, prefix: string): Promise<number> =>
  (await nextNumbers(ctx, prefix, 1))[0]!

/** The next so many, in their order. */
export async function nextNumbers({ db }: Pick<Ctx, 'db'>, prefix: string, count: number): Promise<number[]> {
  const [row] = await db
    .insert(numberSeries)
    .values({ prefix, last: count })
    .onConflictDoUpdate({ target: numberSeries.prefix, set: { last: sql`${numberSeries.last} + ${count}` } })
    .returning({ last: numberSeries.last })
  return Array.from({ length: count }, (_, i) => row!.last - count + 1 + i)
}

/** The last that was given out; 0 where none was. */
export async function lastNumber({ db }: Pick<Ctx, 'db'>, prefix: string): Promise<number> {
  const [row] = await db.select({ last: numberSeries.last }).from(numberSeries).where(eq(numberSeries.prefix, prefix))
  return row?.last ?? 0
}

/** Numbers up to this one have been given by hand: the series goes on behind them. */
export async function skipNumbers({ db }: Pick<Ctx, 'db'>, prefix: string, last: number): Promise<void> {
  await db
    .insert(numberSeries)
    .values({ prefix, last })
    .onConflictDoUpdate({ target: numberSeries.prefix, set: { last: sql`greatest(${numberSeries.last}, ${last})` } })
}
