import { desc, eq, inArray, sql } from 'drizzle-orm'
import { account } from '#modules/accounts/server/tables.ts'
import { defineAudience } from '#modules/messages/server/audience.ts'
import { application } from '#modules/review/server/tables.ts'
import { course } from '#modules/training/courses/server/tables.ts'
import { registration } from '#modules/training/enrolling/server/tables.ts'
import { HOLDING } from '../registrationStatus.ts'

/** As many as are offered, the newest first. */
const OFFERED = 100

/** Who signed somebody up, and has a place. Visitors without an account are told by what the course itself sends. */
defineAudience('course', {
  name: '报名某个培训班的单位和个人',
  accounts: (_ctx, { courseId = 0 }) => sql`select ${account.id} from ${account} where ${eq(account.status, 'active')}
    and exists (select 1 from ${registration} left join ${application} on ${application.id} = ${registration.applicationId}
      where ${registration.courseId} = ${courseId} and ${inArray(registration.status, [...HOLDING])}
      and (${application.accountId} = ${account.id} or ${registration.organisationId} = ${account.organisationId}))`,
  words: async ({ db }, { courseId = 0 }) => {
    const [of] = await db.select({ title: course.title }).from(course).where(eq(course.id, courseId))
    return of ? `报名“${of.title}”的` : '没有选定培训班'
  },
  choices: async ({ db }) => {
    const rows = await db
      .select({ id: course.id, title: course.title })
      .from(course)
      .orderBy(desc(course.startsOn), desc(course.id))
      .limit(OFFERED)
    return { courses: rows.map(({ id, title }) => ({ code: String(id), name: title })) }
  },
})
