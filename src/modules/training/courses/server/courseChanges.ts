import { and, asc, eq, inArray } from 'drizzle-orm'
import { longDay } from '#lib/dates.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { COUNTING } from '#modules/training/enrolling/registrationStatus.ts'
import { registration } from '#modules/training/enrolling/server/tables.ts'
import { courseChanged, tellRegistrant } from '#modules/training/registrations/server/registrationMessages.ts'
import type { Course } from './courseValues.ts'

const placeOf = ({ provinceCode, city, venue }: Course) =>
  [provinceCode && provinceName(provinceCode), city, venue].filter(Boolean).join(' ')

/** What somebody who comes has to know. */
function changesOf(before: Course, after: Course): string {
  const said: [string, string, string][] = [
    ['开班日期', longDay(before.startsOn), longDay(after.startsOn)],
    ['结束日期', longDay(before.endsOn), longDay(after.endsOn)],
    ['地点', placeOf(before), placeOf(after)],
  ]
  return said.flatMap(([name, was, is]) => (was === is || !is ? [] : `${name}改为 ${is}`)).join('，')
}

/** Everybody whose enrolment counts, of another time or place. */
export async function tellChange(ctx: Ctx, before: Course, after: Course): Promise<void> {
  const changes = changesOf(before, after)
  if (!changes) return
  const enrolled = await ctx.db
    .select()
    .from(registration)
    .where(and(eq(registration.courseId, after.id), inArray(registration.status, [...COUNTING])))
    .orderBy(asc(registration.id))
  for (const of of enrolled) await tellRegistrant(ctx, of, courseChanged, { 变化: changes })
}
