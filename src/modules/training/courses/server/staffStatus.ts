import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { course } from '#modules/training/server/tables.ts'
import { courseStatus, type StaffStatus, staffStatusNames } from '../../courseStatus.ts'
import type { Course } from './courseValues.ts'
import { enrolled, statusAt } from './places.ts'

/** Status for staff: `draft` until published, whatever the dates. */
export const staffStatus = (of: Course & { enrolled: number }, now: Date): StaffStatus =>
  of.publishedAt && of.publishedAt <= now ? courseStatus(of, now) : 'draft'

export const staffStatusAt = (now: Date) =>
  sql<StaffStatus>`case when ${course.publishedAt} <= ${now} then ${statusAt(now)} else 'draft' end`

export async function takenOf({ db }: Pick<Ctx, 'db'>, id: number): Promise<number> {
  const [row] = await db.select({ enrolled }).from(course).where(eq(course.id, id))
  return row!.enrolled
}

/** Answer of every action on a course. */
export async function actResult(ctx: Ctx, of: Course) {
  const status = staffStatus({ ...of, enrolled: await takenOf(ctx, of.id) }, ctx.now)
  return { id: of.id, version: of.version, status, statusName: staffStatusNames[status] }
}
