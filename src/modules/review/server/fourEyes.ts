import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { applicationEvent } from './tables.ts'

export const FOUR_EYES = '该申请由您复审通过，审议结果须由另一位工作人员记录'

/** Returns who passed the last review of each application; decisions of meetings are not reviews. */
export async function lastReviewers({ db }: Pick<Ctx, 'db'>, ids: number[]): Promise<Map<number, number | null>> {
  const of = and(
    inArray(applicationEvent.applicationId, ids),
    eq(applicationEvent.action, 'pass'),
    inArray(applicationEvent.from, ['submitted', 'checking']),
  )
  const rows = await db
    .selectDistinctOn([applicationEvent.applicationId], {
      id: applicationEvent.applicationId,
      actorId: applicationEvent.actorId,
    })
    .from(applicationEvent)
    .where(of)
    .orderBy(applicationEvent.applicationId, desc(applicationEvent.id))
  return new Map(rows.map(({ id, actorId }) => [id, actorId]))
}
