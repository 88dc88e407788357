import { eq, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { type FormValues, withoutEmpty } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { lastActOn } from '#modules/audit/server/record.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { staffStatusNames } from '#modules/training/courseStatus.ts'
import { DATE_FIELDS, missingOf, newCourse } from '#modules/training/courses/courseForm.ts'
import { readCounted } from '#modules/training/courses/server/courseCounts.ts'
import { attachmentsIn, courseValues, readCourseFields } from '#modules/training/courses/server/courseValues.ts'
import { staffStatus } from '#modules/training/courses/server/staffStatus.ts'
import { isOwed } from '#modules/training/enrolling/server/enrolmentFee.ts'
import { kindOfCode, readEventKinds } from '#modules/training/kinds/server/eventKinds.ts'
import { course, registration } from '#modules/training/server/tables.ts'
import type { staffCourseContract } from '../contract.ts'
import { actsOn } from './courseActs.ts'

type Endpoints = typeof staffCourseContract

export const courseDetailHandlers = {
  'GET /staff/training/course/detail': async (ctx, { id }) => {
    const [of] = await readCounted(ctx, eq(course.id, id))
    if (!of) throw notFound('培训班不存在或已删除')
    const [fields, kind] = [await readCourseFields(ctx, of), await kindOfCode(ctx, of.kind)]
    const values = courseValues(of)
    const status = staffStatus(of, ctx.now)
    return {
      id,
      title: of.title,
      status,
      statusName: staffStatusNames[status],
      version: of.version,
      fields,
      values,
      files: await filesOf(ctx, values),
      quota: of.quota,
      enrolled: of.enrolled,
      waiting: of.waiting,
      unpaid: of.unpaid,
      ...(await countMore(ctx, id)),
      applyUntil: iso(of.applyUntil),
      cancelReason: of.cancelReason,
      missing: Object.entries(status === 'draft' ? missingOf(values, kind) : {}).map(([name, text]) => {
        const { label, section } = fields.find(field => field.name === name)!
        return { name, label, section, text }
      }),
      canDo: await actsOn(ctx, of),
      changed: (await lastActOn(ctx, 'course', id)) ?? null,
    }
  },
  /** Returns the initial values of a new event of a kind; with `from`, copied from another event. */
  'GET /staff/training/course/blank': async (ctx, { from, kind }) => {
    if (from === undefined) return blankOf(ctx, kind)
    const [of] = await ctx.db.select().from(course).where(eq(course.id, from))
    if (!of) throw notFound('要照抄的培训班不存在或已删除')
    const fields = await readCourseFields(ctx, { kind: of.kind })
    const isOffered = (certificate: unknown) =>
      fields.some(field => field.name === 'certificate' && field.options?.some(({ code }) => code === certificate))
    const isCopied = ([name, value]: [string, FormValues[string]]) =>
      !DATE_FIELDS.includes(name) && (name !== 'certificate' || isOffered(value))
    const values = Object.fromEntries(Object.entries(courseValues(of)).filter(isCopied))
    return { fields, values, files: await filesOf(ctx, values) }
  },
} satisfies Partial<Handlers<Endpoints>>

/** A new event begins with the refund rule of its kind, and with no values for what the kind lacks. */
async function blankOf(ctx: Ctx, code: string | undefined) {
  const fields = await readCourseFields(ctx, { kind: code })
  const kind = (await readEventKinds(ctx)).find(one => one.code === code && one.isOpen)
  const isAsked = ([name]: [string, unknown]) => fields.some(field => field.name === name)
  const values: FormValues = {
    ...Object.fromEntries(Object.entries(newCourse).filter(isAsked)),
    ...(kind && withoutEmpty({ kind: kind.code, refundRule: kind.refundRule, refundSteps: [...kind.refundSteps] })),
  }
  return { fields, values, files: [] }
}

async function countMore({ db }: Ctx, courseId: number) {
  const [row] = await db
    .select({
      registrations: sql<number>`count(*) filter (where ${registration.status} <> 'draft')`.mapWith(Number),
      refundsDue: sql<number>`count(*) filter (where ${receivable.isRefundDue})`.mapWith(Number),
    })
    .from(registration)
    .leftJoin(receivable, isOwed)
    .where(eq(registration.courseId, courseId))
  return row!
}

/** Returns the attachments in their order. */
async function filesOf(ctx: Ctx, values: FormValues) {
  const ids = attachmentsIn(values)
  const infos = await fileInfos(ctx, ids)
  return ids.flatMap(id => infos.get(id) ?? [])
}
