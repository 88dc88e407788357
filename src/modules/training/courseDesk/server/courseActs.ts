import { and, count, eq, inArray } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf, iso, minute } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import { typedKeys } from '#lib/keys.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { staffStatusNames } from '#modules/training/courseStatus.ts'
import { missingOf } from '#modules/training/courses/courseForm.ts'
import { type Course, courseValues, endOf } from '#modules/training/courses/server/courseValues.ts'
import { actResult, staffStatus, takenOf } from '#modules/training/courses/server/staffStatus.ts'
import { COUNTING } from '#modules/training/enrolmentStatus.ts'
import { kindOfCode } from '#modules/training/kinds/server/eventKinds.ts'
import { course, registration } from '#modules/training/server/tables.ts'
import type { staffCourseContract } from '../contract.ts'
import { keepCourseFiles, showCourseFiles } from './courseFiles.ts'
import { auditObject, changeCourse, lockSeenCourse, writeCourse } from './courseSaving.ts'

type Endpoints = typeof staffCourseContract
type Done = Output<Endpoints['POST /staff/training/course/publish']>
type Seen = Parsed<Endpoints['POST /staff/training/course/publish']>

/** Runs an action in a transaction on the version of the course that the user has seen. */
const actOn = <Asked extends Seen>(act: (ctx: Ctx, before: Course, asked: Asked) => Promise<Course>) => {
  return (ctx: Ctx, asked: Asked): Promise<Done> =>
    inTransaction(ctx, async tx =>
      actResult(tx, await act(tx, await lockSeenCourse(tx, asked.id, asked.version), asked)),
    )
}

/** The row and the line of the audit log; `words` says of either state what is different. */
async function saveAct(ctx: Ctx, before: Course, set: Partial<Course>, action: string, words: (of: Course) => object) {
  const after = await writeCourse(ctx, before, set)
  await recordChange(ctx, { ...auditObject(after), action, before: { ...words(before) }, after: { ...words(after) } })
  return after
}

const isPublic = ({ publishedAt }: Course) => ({ 公布: publishedAt ? '已公布' : '未公布' })

const deadlineOf = ({ applyUntil }: Course) => ({ 报名截止: minute(iso(applyUntil)) })

/** Refuses a new deadline once the course has begun: enrolment is over then. */
function refuseBegun({ now }: Ctx, before: Course) {
  const status = staffStatus({ ...before, enrolled: 0 }, now)
  if (status !== 'notOpen' && status !== 'open' && status !== 'closed')
    throw conflict(`培训班${staffStatusNames[status]}，不能再改报名截止时间`)
}

export const publishCourse = actOn(async (ctx, before) => {
  if (before.publishedAt) throw conflict('培训班已经公布')
  const missing = missingOf(courseValues(before), await kindOfCode(ctx, before.kind))
  if (Object.keys(missing).length > 0) throw invalid(Object.values(missing).join('；'), missing)
  if (before.endsOn < dayOf(ctx.now)) throw invalid('培训班的日期已经过去，请先改日期', { endsOn: '已经过去' })
  await keepCourseFiles(ctx, before, before)
  await showCourseFiles(ctx, before)
  return saveAct(ctx, before, { publishedAt: ctx.now }, 'course.publish', isPublic)
})

export const withdrawCourse = actOn(async (ctx, before) => {
  if (!before.publishedAt) throw conflict('培训班尚未公布')
  const counting = await countRegistrations(ctx, before.id, COUNTING)
  if (counting > 0) throw conflict(`已有 ${counting} 份报名，不能撤下；不办了的请“取消培训班”，报名人会收到通知`)
  return saveAct(ctx, before, { publishedAt: null }, 'course.withdraw', isPublic)
})

export const closeEnrolment = actOn(async (ctx, before) => {
  refuseBegun(ctx, before)
  if (before.applyUntil < ctx.now) throw conflict('报名已经截止')
  if (ctx.now < before.applyFrom) throw conflict('报名还没有开始，请改报名的起止时间')
  // The last moment is over: it is closed as soon as this is answered.
  return saveAct(ctx, before, { applyUntil: new Date(ctx.now.getTime() - 1) }, 'course.close', deadlineOf)
})

export const reopenEnrolment = actOn<Parsed<Endpoints['POST /staff/training/course/reopen']>>(
  async (ctx, before, { deadline }) => {
    refuseBegun(ctx, before)
    const first = [dayOf(ctx.now), dayOf(before.applyFrom)].toSorted().at(-1)!
    if (deadline < first) throw invalid(`截止日不能早于 ${first}`, { deadline: `不能早于 ${first}` })
    if (deadline > before.startsOn) throw invalid('截止日不能晚于开班日期', { deadline: `不能晚于 ${before.startsOn}` })
    return saveAct(ctx, before, { applyUntil: endOf(deadline) }, 'course.reopen', deadlineOf)
  },
)

export const courseActsHandlers = {
  'POST /staff/training/course/publish': publishCourse,
  'POST /staff/training/course/withdraw': withdrawCourse,
  'POST /staff/training/course/close': closeEnrolment,
  'POST /staff/training/course/reopen': reopenEnrolment,
  'POST /staff/training/course/quota': actOn<Parsed<Endpoints['POST /staff/training/course/quota']>>(
    async (ctx, before, { quota }) => changeCourse(ctx, before, { quota }, 'course.change'),
  ),
  'POST /staff/training/course/remove': (ctx, { id, version }) =>
    inTransaction(ctx, async tx => {
      const before = await lockSeenCourse(tx, id, version)
      if (before.publishedAt) throw conflict('已公布的培训班不能删除，请先撤下')
      if ((await countRegistrations(tx, id)) > 0)
        throw conflict('已有人填写过这个班的报名表，不能删除；可以一直留作草稿')
      await record(tx, { ...auditObject(before), action: 'course.remove', before: { title: before.title } })
      await tx.db.delete(course).where(eq(course.id, id))
      return {}
    }),
} satisfies Partial<Handlers<Endpoints>>

/** Counts registrations; all, unless statuses are given. */
export async function countRegistrations({ db }: Ctx, courseId: number, statuses?: typeof COUNTING): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(registration)
    .where(and(eq(registration.courseId, courseId), statuses && inArray(registration.status, [...statuses])))
  return row!.n
}

export async function actsOn(ctx: Ctx, of: Course) {
  const status = staffStatus({ ...of, enrolled: await takenOf(ctx, of.id) }, ctx.now)
  const isComing = ['notOpen', 'open', 'full', 'closed'].includes(status)
  const may = {
    publish: status === 'draft',
    withdraw: isComing && (await countRegistrations(ctx, of.id, COUNTING)) === 0,
    close: status === 'open' || status === 'full',
    reopen: isComing,
    quota: isComing,
    cancel: isComing || status === 'running',
    remove: status === 'draft' && (await countRegistrations(ctx, of.id)) === 0,
  }
  return typedKeys(may).filter(act => may[act])
}
