import { and, asc, eq, inArray } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { siteReview } from '#modules/qualifications/site/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'

/** Returns planned site reviews at this account's organisation, nearest first. */
export async function readOwnSiteDays({ db, now }: Pick<Ctx, 'db' | 'now'>, accountId: number) {
  const rows = await db
    .select({ of: siteReview, application })
    .from(siteReview)
    .innerJoin(application, eq(application.id, siteReview.applicationId))
    .where(and(eq(application.accountId, accountId), inArray(application.state, ['onSite'])))
    .orderBy(asc(siteReview.plannedOn))
  return rows
    .map(({ of: { plannedOn, days, place }, application: { id, number, title } }) => ({
      applicationId: id,
      number: number ?? '',
      title,
      place,
      day: plannedOn,
      until: addDays(plannedOn, days - 1),
    }))
    .filter(({ until }) => until >= dayOf(now))
}
