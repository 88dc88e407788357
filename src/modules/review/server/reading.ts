import { and, eq, exists, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { limitsOn } from '#lib/server/api/permissionLimits.ts'
import { defineFileReader } from '#modules/files/server/readers.ts'
import { file } from '#modules/files/server/tables.ts'
import { applicationsWithin } from './provinces.ts'
import { application, applicationEvent } from './tables.ts'

/**
 * Lets staff whose access is limited to some applications read the files submitted with these, now or in earlier
 * rounds.
 */
defineFileReader(async (ctx, fileId) => {
  if (ctx.actor.kind !== 'staff') return false
  const limited = ['staff:review', 'staff:decide'].filter(permission => limitsOn(ctx, permission))
  if (limited.length === 0) return false
  return isSubmittedFile(ctx, fileId, or(...limited.map(permission => applicationsWithin(ctx, permission))))
})

/** Tells whether the applicant submitted the file, now or earlier, with one of these applications. */
export async function isSubmittedFile(
  { db }: Pick<Ctx, 'db'>,
  fileId: number,
  among: SQL | undefined,
): Promise<boolean> {
  const holds = (materials: typeof application.materials | typeof applicationEvent.materials) =>
    sql`jsonb_path_exists(${materials}, '$.*[*] ? (@ == $id)', jsonb_build_object('id', ${fileId}::int))`
  const before = db
    .select({ id: applicationEvent.id })
    .from(applicationEvent)
    .where(and(eq(applicationEvent.applicationId, application.id), holds(applicationEvent.materials)))
  const found = await db
    .select({ id: application.id })
    .from(application)
    .innerJoin(file, and(eq(file.id, fileId), eq(file.ownerId, application.accountId), eq(file.isConfined, false)))
    .where(and(isNotNull(application.submittedAt), among, or(holds(application.materials), exists(before))))
    .limit(1)
  return found.length > 0
}
