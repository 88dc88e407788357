import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { endByAssociation } from '#modules/ledger/receivables/server/receivables.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { advanceApplication } from '#modules/review/server/steps.ts'
import { application } from '#modules/review/server/tables.ts'
import { openStates } from '#modules/review/workflow.ts'
import { staffStatusNames } from '#modules/training/courseStatus.ts'
import type { Course } from '#modules/training/courses/server/courseValues.ts'
import { actResult, staffStatus } from '#modules/training/courses/server/staffStatus.ts'
import type { Registration } from '#modules/training/enrolling/server/enrolmentRegister.ts'
import { COUNTING, ENROLMENT, enrolmentStatusNames } from '#modules/training/enrolmentStatus.ts'
import { courseCancelled, notifyRegistrant } from '#modules/training/registrations/server/registrationMessages.ts'
import { participant, registration } from '#modules/training/server/tables.ts'
import type { staffCourseContract } from '../contract.ts'
import { actsOn } from './courseActs.ts'
import { auditObject, lockSeenCourse, writeCourse } from './courseSaving.ts'

export const courseCancellingHandlers = {
  /** Ends every registration in the same transaction, so that nobody is left believing that the course takes place. */
  'POST /staff/training/course/cancel': (ctx, { id, version, reason }) =>
    inTransaction(ctx, async tx => {
      // Applications before their course, as whoever enrols takes them.
      const held = await lockOpen(tx, id)
      const before = await lockSeenCourse(tx, id, version)
      if (!(await actsOn(tx, before)).includes('cancel'))
        throw conflict(`培训班${staffStatusNames[staffStatus({ ...before, enrolled: 0 }, ctx.now)]}，不能取消`)
      const counting = await readCounting(tx, id)
      const late = counting.filter(({ of, isOpen }) => isOpen && !held.some(one => one.id === of.applicationId))
      if (late.length > 0) throw conflict('刚刚又有人报名，请再点一次“取消培训班”')
      const after = await writeCourse(tx, before, { cancelledAt: ctx.now, cancelReason: reason })
      await endRegistrations(tx, { course: after, held, counting, reason })
      await recordChange(tx, {
        ...auditObject(after),
        action: 'course.cancel',
        detail: { reason, count: counting.length },
        before: { 取消: '否' },
        after: { 取消: '是' },
      })
      return actResult(tx, after)
    }),
} satisfies Partial<Handlers<typeof staffCourseContract>>

/** Locks the open applications, in the order of their ids. */
const lockOpen = ({ db }: Ctx, courseId: number): Promise<Application[]> =>
  db
    .select()
    .from(application)
    .where(
      and(
        eq(application.kind, 'enrolment'),
        eq(application.subjectId, courseId),
        inArray(application.state, openStates()),
        isNotNull(application.number),
      ),
    )
    .orderBy(asc(application.id))
    .for('update')

const readCounting = ({ db }: Ctx, courseId: number) =>
  db
    .select({ of: registration, isOpen: sql<boolean>`coalesce(${inArray(application.state, openStates())}, false)` })
    .from(registration)
    .leftJoin(application, eq(application.id, registration.applicationId))
    .where(and(eq(registration.courseId, courseId), inArray(registration.status, [...COUNTING])))
    .orderBy(asc(registration.id))

type Ending = {
  course: Course
  held: Application[]
  counting: { of: Registration; isOpen: boolean }[]
  reason: string
}

async function endRegistrations(ctx: Ctx, { course, held, counting, reason }: Ending): Promise<void> {
  const actorName = await ownName(ctx)
  for (const { of, isOpen } of counting) {
    const money = (await endByAssociation(ctx, ENROLMENT, of.id)) ? '已缴的培训费将原路退回。' : ''
    if (isOpen) {
      const current = held.find(({ id }) => id === of.applicationId)!
      const opinion = `“${course.title}”取消：${reason}${money && `\n${money}`}`
      await advanceApplication(ctx, current, { action: 'cancel', by: 'staff', actorName, opinion })
    }
    await cancelRegistration(ctx, of)
    if (!isOpen)
      await notifyRegistrant(ctx, of, courseCancelled, { 原因: `${reason}。`.replace(/。。$/, '。'), 退费: money })
    await record(ctx, {
      action: 'registration.cancel',
      objectType: 'registration',
      objectId: of.id,
      objectName: `${of.number ?? ''} ${of.organisationName}`,
      detail: { reason },

      before: { status: enrolmentStatusNames[of.status] },
      after: { status: enrolmentStatusNames.cancelled },
    })
  }
}

/** Ends the registration; it no longer takes places. */
export async function cancelRegistration({ db, now }: Ctx, { id }: Registration): Promise<void> {
  await db
    .update(registration)
    .set({ status: 'cancelled', version: sql`${registration.version} + 1`, updatedAt: now })
    .where(eq(registration.id, id))
  await db.update(participant).set({ isActive: false }).where(eq(participant.registrationId, id))
}
