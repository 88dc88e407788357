import { and, desc, eq, exists, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { enrolmentStateNames } from '#modules/messages/audienceWords.ts'
import { type AudienceFilter, defineAudience } from '#modules/messages/server/audience.ts'
import { defineRecipients } from '#modules/messages/server/recipients.ts'
import { application } from '#modules/review/server/tables.ts'
import { CONFIRMED, HOLDING } from '#modules/training/enrolmentStatus.ts'
import { course, participant, registration } from '#modules/training/server/tables.ts'

/** Maximum number of courses offered, newest first. */
const MAX_COURSES_OFFERED = 100

/** Accounts that enrolled somebody. Visitors without an account get only the course's own messages. */
const registrantAccounts = (
  which: SQL | undefined,
) => sql`select ${account.id} from ${account} where ${eq(account.status, 'active')}
    and exists (select 1 from ${registration} left join ${application} on ${application.id} = ${registration.applicationId}
      where ${which}
      and (${application.accountId} = ${account.id} or ${registration.organisationId} = ${account.organisationId}))`

/** Matches registrations with a participant who has not arrived yet. */
const hasAbsent = ({ db }: Pick<Ctx, 'db'>) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(participant)
      .where(
        and(
          eq(participant.registrationId, registration.id),
          eq(participant.isActive, true),
          isNull(participant.checkedInAt),
        ),
      ),
  )

function standingIn(ctx: Ctx, { standing }: AudienceFilter): SQL | undefined {
  if (!standing) return inArray(registration.status, [...HOLDING])
  if (standing === 'waiting') return inArray(registration.status, ['waiting', 'offered'])
  if (standing === 'unpaid') return eq(registration.status, 'unpaid')
  const isSure = inArray(registration.status, [...CONFIRMED])
  return standing === 'absent' ? and(isSure, hasAbsent(ctx)) : isSure
}

defineAudience('course', {
  name: '报名某个培训班的单位和个人',
  order: 20,
  accounts: (ctx, asked) =>
    registrantAccounts(and(eq(registration.courseId, asked.courseId ?? 0), standingIn(ctx, asked))),
  words: async ({ db }, { courseId = 0, standing }) => {
    const [of] = await db.select({ title: course.title }).from(course).where(eq(course.id, courseId))
    return of ? `报名“${of.title}”${standing ? `、${enrolmentStateNames[standing]}` : '的'}` : '没有选定培训班'
  },
  choices: async ({ db }) => {
    const rows = await db
      .select({ id: course.id, title: course.title })
      .from(course)
      .orderBy(desc(course.startsOn), desc(course.id))
      .limit(MAX_COURSES_OFFERED)
    return { courses: rows.map(({ id, title }) => ({ code: String(id), name: title })) }
  },
})

defineRecipients('course', {
  permission: 'staff:training',
  unit: '个培训班的报名者',
  accounts: (_ctx, ids) =>
    registrantAccounts(and(inArray(registration.courseId, ids), inArray(registration.status, [...HOLDING]))),
})

defineRecipients('registration', {
  permission: 'staff:enrolments',
  unit: '份报名的单位和个人',
  accounts: (_ctx, ids) => registrantAccounts(inArray(registration.id, ids)),
})

/** Recipients: participants with an account of their own, and those who enrolled them. */
defineRecipients('participant', {
  permission: 'staff:training',
  unit: '名学员及其报名单位',
  accounts: ({ db }, ids) => {
    const chosen = db.select({ id: participant.registrationId }).from(participant).where(inArray(participant.id, ids))
    return sql`${registrantAccounts(inArray(registration.id, chosen))}
      union select ${account.id} from ${account} join ${participant} on ${participant.personId} = ${account.personId}
      where ${and(eq(account.status, 'active'), inArray(participant.id, ids))}`
  },
})
