import { sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/context.ts'
import { numberSeries } from './tables.ts'

/**
 * The next number of a series, such as 13 of `CBWA-D-32`. Whoever asks at the same time waits until this transaction
 * ends, and gets the same number if it is rolled back: no gaps, no number twice.
 */
export async function nextNumber({ db }: Pick<Ctx, 'db'>, prefix: string): Promise<number> {
  const [row] = await db
    .insert(numberSeries)
    .values({ prefix, last: 1 })
    .onConflictDoUpdate({ target: numberSeries.prefix, set: { last: sql`${numberSeries.last} + 1` } })
    .returning({ last: numberSeries.last })
  return row!.last
}
