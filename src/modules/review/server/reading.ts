import { and, eq, exists, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { file } from '#modules/files/server/tables.ts'
import { application, applicationEvent } from './tables.ts'

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
