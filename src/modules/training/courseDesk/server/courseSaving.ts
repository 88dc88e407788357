import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { addDays, dayOf, longDay } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import type { FieldErrors, FormField, FormValues } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import { labelled, unlabelled } from '#lib/form/formWords.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { conflictMessage } from '#modules/audit/server/changes.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { defineRestorable } from '#modules/audit/server/restoring.ts'
import { article } from '#modules/content/server/tables.ts'
import { readPublicWordRule } from '#modules/settings/server/publicWords.ts'
import { clashesOf, faresIn, levelFaresIn, missingOf, newCourse } from '#modules/training/courses/courseForm.ts'
import { coursePlace } from '#modules/training/courses/coursePlace.ts'
import {
  type Course,
  courseColumns,
  courseValues,
  findableColumns,
  noticeIn,
  readCourseFields,
} from '#modules/training/courses/server/courseValues.ts'
import { fareCounts } from '#modules/training/courses/server/places.ts'
import { actResult, takenOf } from '#modules/training/courses/server/staffStatus.ts'
import { offerPlaces } from '#modules/training/enrolling/server/waitingList.ts'
import { COUNTING } from '#modules/training/enrolmentStatus.ts'
import { fareFaults } from '#modules/training/fares.ts'
import { kindOfCode } from '#modules/training/kinds/server/eventKinds.ts'
import {
  courseChanged,
  notifyRegistrant,
  textParticipants,
} from '#modules/training/registrations/server/registrationMessages.ts'
import { attendance, course, participant, registration } from '#modules/training/server/tables.ts'
import type { staffCourseContract } from '../contract.ts'
import { keepCourseFiles, showCourseFiles } from './courseFiles.ts'

/** Lists changes that participants must know. */
function changesOf(before: Course, after: Course): string {
  const said: [string, string, string][] = [
    ['开始日期', longDay(before.startsOn), longDay(after.startsOn)],
    ['结束日期', longDay(before.endsOn), longDay(after.endsOn)],
    ['地点', coursePlace(before), coursePlace(after)],
  ]
  return said.flatMap(([name, was, is]) => (was === is || !is ? [] : `${name}改为 ${is}`)).join('，')
}

/** Days before its beginning from which a changed course is told at night, too. */
const URGENT_DAYS = 2

/** Notifies the registrants of a new time or place, and by text the people who take part. */
async function notifyChange(ctx: Ctx, before: Course, after: Course): Promise<void> {
  const changes = changesOf(before, after)
  if (!changes) return
  const isUrgent = before.startsOn <= addDays(dayOf(ctx.now), URGENT_DAYS)
  const enrolled = await ctx.db
    .select()
    .from(registration)
    .where(and(eq(registration.courseId, after.id), inArray(registration.status, [...COUNTING])))
    .orderBy(asc(registration.id))
  for (const of of enrolled) {
    await notifyRegistrant(ctx, of, courseChanged, { 变化: changes }, { isUrgent })
    await textParticipants(ctx, of, courseChanged, { 变化: changes }, { isUrgent })
  }
}

/** The row, locked until the transaction ends. `version`: the one that was read. */
export async function lockSeenCourse(ctx: Ctx, id: number, version?: number): Promise<Course> {
  const [found] = await ctx.db.select().from(course).where(eq(course.id, id)).for('update')
  if (!found) throw notFound('培训班不存在或已删除')
  if (version !== undefined && version !== found.version)
    throw conflict(await conflictMessage(ctx, { objectType: 'course', objectId: id }))
  return found
}

export const auditObject = ({ id, title, batch }: Pick<Course, 'id' | 'title' | 'batch'>) => ({
  objectType: 'course',
  objectId: id,
  objectName: title.includes(batch) ? title : `${title} ${batch}`,
})

export const courseSavingHandlers = {
  'POST /staff/training/course/save': (ctx, { id, version, form, tell }) =>
    inTransaction(ctx, async tx => {
      if (id === undefined) return addCourse(tx, form)
      const before = await lockSeenCourse(tx, id, version)
      return actResult(tx, await changeCourse(tx, before, form, 'course.change', { tell }))
    }),
} satisfies Partial<Handlers<typeof staffCourseContract>>

async function addCourse(ctx: Ctx, form: FormValues | Record<string, unknown>) {
  const fields = await readCourseFields(ctx, { kind: String(form.kind ?? '') })
  const values = await readCourseForm(ctx, fields, { ...newCourse, ...form })
  const columns = await findableColumns(ctx, values)
  await keepCourseFiles(ctx, columns)
  const times = { createdAt: ctx.now, updatedAt: ctx.now }
  const [row] = await ctx.db
    .insert(course)
    .values({ ...columns, ...times })
    .returning()
  await record(ctx, { ...auditObject(row!), action: 'course.add', after: labelled(fields, values) })
  return actResult(ctx, row!)
}

/** Some of its fields. The row must be locked. */
export async function changeCourse(
  ctx: Ctx,
  before: Course,
  form: Record<string, unknown>,
  action: string,
  { tell = true } = {},
): Promise<Course> {
  if (before.cancelledAt) throw conflict('培训班已取消，不能再修改')
  const old = courseValues(before)
  const fields = await readCourseFields(ctx, { ...before, kind: String(form.kind ?? before.kind) })
  const values = await readCourseForm(ctx, fields, { ...old, ...form }, before)
  const columns = await findableColumns(ctx, values, before)
  await keepCourseFiles(ctx, { ...before, ...columns }, before)
  const after = await writeCourse(ctx, before, columns)
  if (after.publishedAt) await showCourseFiles(ctx, after)
  await recordChange(ctx, {
    ...auditObject(after),
    action,
    before: labelled(fields, old),
    after: labelled(fields, courseValues(after)),
  })
  if (after.publishedAt && tell) await notifyChange(ctx, before, after)
  if (after.quota > before.quota) await offerPlaces(ctx, before.id)
  return after
}

export async function writeCourse(ctx: Ctx, { id }: Course, set: Partial<Course>): Promise<Course> {
  const [after] = await ctx.db
    .update(course)
    .set({ ...set, version: sql`${course.version} + 1`, updatedAt: ctx.now })
    .where(eq(course.id, id))
    .returning()
  return after!
}

/** Reads the form; throws with the errors by field. */
async function readCourseForm(
  ctx: Ctx,
  fields: readonly FormField[],
  form: Record<string, unknown>,
  before?: Course,
): Promise<FormValues> {
  const { values, errors } = readForm(fields, form, {
    whole: true,
    today: dayOf(ctx.now),
    words: await readPublicWordRule(ctx, before && courseValues(before)),
    before: before ? courseValues(before) : {},
  })
  const wrong: FieldErrors = {
    ...(before?.publishedAt ? missingOf(values, await kindOfCode(ctx, before.kind)) : {}),
    ...(await clashesWithRecords(ctx, values, before)),
    ...clashesOf(values),
    ...errors,
  }
  if (Object.keys(wrong).length > 0) throw invalid(faultSentence(fields, wrong), wrong)
  return values
}

/** Names all fields with errors, also those in sections that are not open. */
const faultSentence = (fields: readonly FormField[], wrong: FieldErrors) =>
  `有 ${Object.keys(wrong).length} 处需要更正：${Object.keys(wrong)
    .map(name => fields.find(field => field.name === name.split('.')[0])?.label ?? name)
    .join('、')}`

async function clashesWithRecords(ctx: Ctx, values: FormValues, before?: Course): Promise<FieldErrors> {
  const wrong: FieldErrors = {}
  if (values.notice && !(await isArticle(ctx, String(values.notice))))
    wrong.notice = '没有这篇文章，请填写文章的编号，或粘贴它在本站的网址'
  const taken = before ? await fareCounts(ctx, before.id) : new Map<string, number>()
  Object.assign(wrong, fareFaults(faresIn(values), levelFaresIn(values), taken))
  if (!before) return wrong
  const gone = before.fares.filter(({ code }) => !faresIn(values).some(fare => fare.code === code))
  const sold = gone.find(({ code }) => taken.has(code))
  if (sold) wrong.fares = `“${sold.name}”已有 ${taken.get(sold.code)} 人，不能删去`
  if (values.kind && values.kind !== before.kind)
    Object.assign(wrong, await kindFault(ctx, before, String(values.kind)))
  const places = await takenOf(ctx, before.id)
  if (Number(values.quota) < places) wrong.quota = `已占用 ${places} 个名额，不能少于 ${places}`
  const kept = courseColumns({ ...courseValues(before), sessions: values.sessions ?? [] }, before).sessions
  const goneSessions = before.sessions
    .filter(({ code }) => !kept.some(one => one.code === code))
    .map(({ code }) => code)
  if (goneSessions.length > 0 && (await isAttended(ctx, before.id, goneSessions)))
    wrong.sessions = '去掉的场次中有的已经点过名，不能去掉'
  return wrong
}

/** An event keeps its kind while it has, or its participants lack, what the other kind would make of it. */
async function kindFault(ctx: Ctx, before: Course, code: string): Promise<FieldErrors> {
  const kind = await kindOfCode(ctx, code)
  const has = [
    before.hasExam && !kind.hasExam && '考核',
    before.hours > 0 && !kind.hasHours && '学时',
    before.personnelKindId !== null && !kind.hasCertificates && '对应证书',
  ].filter(Boolean)
  if (has.length > 0) return { kind: `“${kind.name}”没有${has.join('、')}，请先去掉这些设置，再换类别` }
  if (!kind.requires.includes('idNumber')) return {}
  const unnumbered = await ctx.db.$count(
    participant,
    and(eq(participant.courseId, before.id), eq(participant.isActive, true), isNull(participant.idNumberHash)),
  )
  return unnumbered > 0 ? { kind: `已报名的 ${unnumbered} 人没有登记证件号码，不能改为“${kind.name}”` } : {}
}

async function isArticle({ db }: Ctx, typed: string): Promise<boolean> {
  const id = noticeIn(typed)
  if (!id) return false
  const [found] = await db.select({ id: article.id }).from(article).where(eq(article.id, id))
  return found !== undefined
}

async function isAttended({ db }: Ctx, courseId: number, codes: string[]): Promise<boolean> {
  const [found] = await db
    .select({ id: participant.id })
    .from(attendance)
    .innerJoin(participant, eq(participant.id, attendance.participantId))
    .where(and(eq(participant.courseId, courseId), inArray(attendance.session, codes)))
    .limit(1)
  return found !== undefined
}

defineRestorable('course', {
  permission: 'staff:training',
  restore: (ctx, { objectId, before }) =>
    inTransaction(ctx, async tx => {
      const row = await lockSeenCourse(tx, objectId ?? 0)
      const former = unlabelled(await readCourseFields(tx, row), before)
      if (Object.keys(former).length === 0) throw conflict('公布、撤下和取消不能这样恢复，请打开培训班办理')
      await changeCourse(tx, row, former, 'course.restore')
    }),
})
