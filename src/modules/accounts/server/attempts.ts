import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { attempt } from './tables.ts'

export type Purpose =
  | 'signIn'
  | 'signInFrom'
  | 'signInOf'
  | 'secondFactor'
  | 'secondFactorOf'
  | 'codeTo'
  | 'codeFrom'
  | 'codeSite'
  | 'codeAlarm'
type Tx = Pick<Ctx, 'db'>

/** Locks a counter until the transaction ends, so that concurrent calls see each other's attempts. */
export const lockKey = ({ db }: Tx, key: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)

/** Returns the times of attempts within the last `within` ms, newest first. */
export async function attemptsOf(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  purpose: Purpose,
  key: string,
  within: number,
): Promise<Date[]> {
  const rows = await db
    .select({ at: attempt.at })
    .from(attempt)
    .where(and(eq(attempt.purpose, purpose), eq(attempt.key, key), gt(attempt.at, new Date(now.getTime() - within))))
    .orderBy(desc(attempt.at))
  return rows.map(({ at }) => at)
}

export async function addAttempt({ db, now }: Pick<Ctx, 'db' | 'now'>, purpose: Purpose, key: string): Promise<number> {
  const [row] = await db.insert(attempt).values({ purpose, key, at: now }).returning({ id: attempt.id })
  return row!.id
}
