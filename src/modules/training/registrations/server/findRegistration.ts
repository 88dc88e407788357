import { eq } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { application } from '#modules/review/server/tables.ts'
import { registration } from '#modules/training/server/tables.ts'

/** Finds a registration with its application, if any; throws not found for drafts, which staff cannot see. */
export async function findRegistration({ db }: Pick<Ctx, 'db'>, id: number) {
  const [found] = await db
    .select({ of: registration, application })
    .from(registration)
    .leftJoin(application, eq(application.id, registration.applicationId))
    .where(eq(registration.id, id))
  if (!found || found.of.status === 'draft') throw notFound('报名不存在，或尚未提交')
  return found
}
