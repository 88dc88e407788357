import { and, asc, desc, eq, lt, or, sql } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { maskMobile } from '#lib/mask.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { mayUse } from '#lib/server/api/permissionLimits.ts'
import { actionName } from '#modules/audit/server/auditWords.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { invoiceStateNames } from '#modules/ledger/ledgerWords.ts'
import { lastRefund } from '#modules/ledger/server/refunds.ts'
import { showCase } from '#modules/review/desk/server/case.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { staffStatusNames } from '#modules/training/courseStatus.ts'
import { readCounted } from '#modules/training/courses/server/courseCounts.ts'
import { staffStatus } from '#modules/training/courses/server/staffStatus.ts'
import { replacementColumns } from '#modules/training/enrolling/enrolmentForm.ts'
import type { registrationActs } from '#modules/training/enrolling/registrationShape.ts'
import {
  type EnrolmentCourse,
  enrolmentSettings,
  readEnrolmentCourse,
} from '#modules/training/enrolling/server/enrolmentCourse.ts'
import { invoiceStateFor, readFee } from '#modules/training/enrolling/server/enrolmentFee.ts'
import type { Registration } from '#modules/training/enrolling/server/enrolmentRegister.ts'
import { channelNames, ENROLMENT, enrolmentStatusNames } from '#modules/training/enrolmentStatus.ts'
import { passName } from '#modules/training/kinds/eventWords.ts'
import { course, participant, registration } from '#modules/training/server/tables.ts'
import type { staffRegistrationContract } from '../contract.ts'
import { findRegistration } from './findRegistration.ts'
import { showPeople } from './registrationPeople.ts'

type Endpoint = (typeof staffRegistrationContract)['GET /staff/training/registration']
type Detail = Output<Endpoint>

export const registrationDetailHandlers = {
  'GET /staff/training/registration': async (ctx, { id }) => {
    const { of, application } = await findRegistration(ctx, id)
    const on = await readEnrolmentCourse(ctx, of.courseId)
    const mobile = of.contactMobileSealed ? maskMobile(ctx.encryption.decrypt(of.contactMobileSealed)) : ''
    const reviewed = application && (await reviewOf(ctx, application))
    return {
      id,
      number: of.number ?? '',
      status: of.status,
      statusName: enrolmentStatusNames[of.status],
      version: of.version,
      course: { ...(await courseOf(ctx, of)), ...wordsIn(on) },
      channelName: channelNames[of.channel],
      organisationId: of.organisationId,
      organisationName: of.organisationName,
      creditCode: of.creditCode,
      provinceName: provinceName(of.provinceCode),
      contactName: of.contactName,
      contactMobile: mobile,
      contactEmail: of.contactEmail,
      submitTime: iso(application?.submittedAt ?? of.createdAt),
      note: reviewed?.fields.find(({ field }) => field === 'remark')?.text ?? '',
      people: await showPeople(ctx, of, on),
      personFields: replacementColumns(enrolmentSettings(on)),
      fee: await feeOf(ctx, of, application),
      ahead: of.status === 'waiting' ? await aheadOf(ctx, of) : null,
      application: reviewed,
      history: await historyOf(ctx, id),
      canDo: actsOn(ctx, of, application),
    }
  },
} satisfies Partial<Handlers<typeof staffRegistrationContract>>

const wordsIn = ({ course, kind }: EnrolmentCourse) => ({
  noun: kind.noun,
  people: kind.people,
  fee: kind.fee,
  pass: passName({ hasExam: course.hasExam, words: kind }),
})

async function courseOf(ctx: Ctx, { courseId }: Registration) {
  const [on] = await readCounted(ctx, eq(course.id, courseId))
  const { id, title, startsOn, quota, enrolled } = on!
  const statusName = staffStatusNames[staffStatus(on!, ctx.now)]
  return { id, title, startDate: startsOn, statusName, quota, enrolled }
}

async function feeOf(ctx: Ctx, of: Registration, application: Application | null): Promise<Detail['fee']> {
  const fee = await readFee(ctx, of)
  const slipId = fee?.slipId
  const paidBack = of.status === 'refunded' ? await lastRefund(ctx, { kind: ENROLMENT, payableId: of.id }) : undefined
  return {
    total: of.totalFee,
    isMember: of.isMember,
    paidOn: fee?.paidOn ?? null,
    payer: fee?.payer ?? '',
    slip: (slipId && (await fileInfos(ctx, [slipId])).get(slipId)) || null,
    refundDue: fee?.isRefundDue ?? false,
    refundedOn: paidBack?.paidOn ?? null,
    refundNote: paidBack?.reason ?? '',
    receivableId: fee && mayUse(ctx, 'staff:financeReading') ? fee.id : null,
    invoiceStateName: invoiceStateNames[invoiceStateFor(fee, of, application?.form ?? {})],
  }
}

async function reviewOf(ctx: Ctx, { id, dueOn }: Application): Promise<NonNullable<Detail['application']>> {
  const seen = await showCase(ctx, { id })
  return {
    id,
    version: seen.version,
    deadline: dueOn,
    fields: seen.form
      .filter(({ field }) => field !== 'agree')
      .map(({ field, label, text, table, remark }) => ({
        field,
        label,
        text: table ? `${table.rows.length} 人` : text,
        remark: remark ?? '',
      })),
    facts: seen.aside.map(({ title, facts }) => ({
      title,
      facts: facts.map(({ label, text, isBad = false }) => ({ label, text, isBad })),
    })),
    rounds: seen.rounds.slice(1).filter(({ changes }) => changes.some(({ before }) => before)),
    timeline: seen.timeline,
  }
}

const persons = sql<number>`(select count(*) from ${participant}
  where ${and(eq(participant.registrationId, registration.id), eq(participant.isActive, true))})`.mapWith(Number)

/** Registrations ahead on the waiting list, in order. */
async function aheadOf({ db }: Ctx, of: Registration): Promise<NonNullable<Detail['ahead']>> {
  const isBefore = or(
    lt(registration.queuedAt, of.queuedAt!),
    and(eq(registration.queuedAt, of.queuedAt!), lt(registration.id, of.id)),
  )
  const list = await db
    .select({ id: registration.id, name: registration.organisationName, persons })
    .from(registration)
    .where(and(eq(registration.courseId, of.courseId), eq(registration.status, 'waiting'), isBefore))
    .orderBy(asc(registration.queuedAt), asc(registration.id))
  return { people: list.reduce((sum, one) => sum + one.persons, 0), list }
}

const MAX_AHEAD_SHOWN = 100

async function historyOf({ db }: Ctx, id: number): Promise<Detail['history']> {
  const rows = await db
    .select()
    .from(auditEvent)
    .where(and(eq(auditEvent.objectType, 'registration'), eq(auditEvent.objectId, id)))
    .orderBy(desc(auditEvent.id))
    .limit(MAX_AHEAD_SHOWN)
  return rows.map(({ id, action, detail, actorName, at }) => ({
    id,
    name: actionName(action),
    reason: String((detail as { reason?: string } | null)?.reason ?? ''),
    actorName,
    at: iso(at),
  }))
}

/** Statuses in which participants can be removed and money refunded. */
const SETTLED = ['confirmed', 'checkedIn'] as const
export const isSettled = ({ status }: Registration) => SETTLED.some(one => one === status)

const isCashier = (ctx: Ctx) => signedInActor(ctx).permissions.includes('staff:finance')

function actsOn(ctx: Ctx, of: Registration, application: Application | null): (typeof registrationActs)[number][] {
  return [
    ...(application?.state === 'submitted' ? (['pass', 'return', 'reject'] as const) : []),
    ...(application?.state === 'paying' && isCashier(ctx) ? (['confirm', 'giveBack'] as const) : []),
    ...(isSettled(of) ? (['people'] as const) : []),
  ]
}
