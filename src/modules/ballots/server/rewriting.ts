import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Services } from '#lib/server/api/context.ts'
import { ballot } from './tables.ts'

/** Two nights: a night on which the job could not run is made up for. */
const WITHIN_MS = 2 * 86_400_000

/**
 * Writes the file of the envelopes anew after a secret ballot was closed. Rows that were deleted stay in the file for a
 * while, in the order in which they came, and a backup copies the file. Others who cast meanwhile wait for a moment.
 */
export async function rewriteEnvelopes({ db, now }: Pick<Services, 'db'> & { now: Date }): Promise<void> {
  const closed = await db.$count(
    ballot,
    and(
      eq(ballot.secrecy, 'secret'),
      inArray(ballot.state, ['closed', 'counted', 'void']),
      gt(ballot.updatedAt, new Date(now.getTime() - WITHIN_MS)),
    ),
  )
  if (closed > 0) await db.execute(sql`vacuum full ballot_envelope`)
}
