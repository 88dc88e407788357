import { and, desc, eq, ne } from 'drizzle-orm'
import { defineFilePart } from '#modules/members/server/companyFile.ts'
import { enrolmentStatusNames } from '#modules/training/enrolmentStatus.ts'
import { course, registration } from '#modules/training/server/tables.ts'

defineFilePart('training', {
  title: '培训',
  empty: '没有报名记录',
  order: 50,
  rows: async ({ db }, organisationId, limit) => {
    const rows = await db
      .select({ of: registration, title: course.title, startsOn: course.startsOn })
      .from(registration)
      .innerJoin(course, eq(course.id, registration.courseId))
      .where(and(eq(registration.organisationId, organisationId), ne(registration.status, 'draft')))
      .orderBy(desc(registration.id))
      .limit(limit)
    return rows.map(({ of, title, startsOn }) => ({
      key: of.id,
      title,
      text: `报名 ${of.number ?? ''}　${startsOn} 开班`,
      state: { name: enrolmentStatusNames[of.status], tone: 'plain' },
    }))
  },
})
