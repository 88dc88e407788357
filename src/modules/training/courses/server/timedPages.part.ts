import { and, gt, lte, or } from 'drizzle-orm'
import { registerTimedPages } from '#modules/content/server/timedPages.ts'
import { course } from '#modules/training/server/tables.ts'

/** Kept pages are told when enrolling begins or ends; what goes by days turns at midnight with everything else. */
registerTimedPages('course', async ({ db, now }, since) => {
  const begins = and(gt(course.applyFrom, since), lte(course.applyFrom, now))
  const ends = and(gt(course.applyUntil, since), lte(course.applyUntil, now))
  const rows = await db
    .select({ from: course.applyFrom, until: course.applyUntil })
    .from(course)
    .where(or(begins, ends))
  return rows.flatMap(({ from, until }) => [from, until])
})
