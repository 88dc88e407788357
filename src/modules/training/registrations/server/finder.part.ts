import { and, desc, eq, ne } from 'drizzle-orm'
import { defineFinder } from '#lib/server/oversight/finders.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { isOwed } from '#modules/training/enrolling/server/enrolmentFee.ts'
import { enrolmentStatusNames } from '#modules/training/enrolmentStatus.ts'
import { course, registration } from '#modules/training/server/tables.ts'
import { isKnownAs } from './registrationList.ts'

defineFinder({
  code: 'registration',
  order: 65,
  name: '培训报名',
  may: 'staff:enrolments',
  isWithin: false,
  find: async (ctx, typed, limit) => {
    const rows = await ctx.db
      .select({ of: registration, courseTitle: course.title })
      .from(registration)
      .innerJoin(course, eq(course.id, registration.courseId))
      .leftJoin(receivable, isOwed)
      .where(and(ne(registration.status, 'draft'), isKnownAs(typed, ctx)))
      .orderBy(desc(registration.id))
      .limit(limit)
    return rows.map(({ of, courseTitle }) => ({
      title: of.organisationName,
      about: [of.number, courseTitle, enrolmentStatusNames[of.status]].filter(Boolean).join(' · '),
      route: `/staff/registrations/${of.id}`,
    }))
  },
})
