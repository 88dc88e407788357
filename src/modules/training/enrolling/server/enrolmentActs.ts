import { eq } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import { changedFields } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { decryptForm } from '#lib/server/encryption/encryptedForm.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { writeClaim } from '#modules/ledger/receivables/server/receivables.ts'
import { submitLocked } from '#modules/review/applying/server/submissions.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { valuesOf } from '#modules/review/server/applications.ts'
import { advanceApplication, applicationConflict } from '#modules/review/server/steps.ts'
import { application } from '#modules/review/server/tables.ts'
import { type Action, possibleActions, type State } from '#modules/review/workflow.ts'
import { ENROLMENT, enrolmentStatusNames } from '#modules/training/enrolmentStatus.ts'
import type { enrolmentContract } from '../contract.ts'
import { isBeforeStart, readEnrolmentCourse } from './enrolmentCourse.ts'
import { readFee } from './enrolmentFee.ts'
import { participantsIn } from './enrolmentFees.ts'
import { saveInvoice } from './enrolmentInvoice.ts'
import { enrolmentKind } from './enrolmentKind.ts'
import { fillFromRegister, type Owner } from './enrolmentPeople.ts'
import { type Registration, registrationOf } from './enrolmentRegister.ts'
import { handInSeated, readWaitingParts, type ShortageChoice } from './seating.ts'
import { offerPlaces } from './waitingList.ts'

type Given = Parsed<(typeof enrolmentContract)['POST /training/v2/submit']>
export type Written = Pick<Given, 'org' | 'participants' | 'invoice' | 'answers' | 'pay' | 'version'> & ShortageChoice
/** Caller: name for the history, whose people may be picked, and values the caller cannot change. */
export type EnrolmentActor = Owner & { actorName: string; fixed: Record<string, unknown> }

/** Merges sent values into the stored form; undefined if no part of it was sent. */
export async function formOf(ctx: Ctx, of: Application, { org, participants, invoice }: Written, by: EnrolmentActor) {
  if (!org && !participants && !invoice) return
  const { fields } = await enrolmentKind.schema(ctx, of)
  const before = decryptForm(fields, of.form, ctx.encryption)
  const rows = participants && (await fillFromRegister(ctx, participants, by, participantsIn(before)))
  return { ...before, ...org, ...(rows && { participants: rows }), ...invoice, ...by.fixed }
}

/** Hands it in, or in again; what is paid for or confirmed is open only to its invoice. The application is locked. */
export async function handInEnrolment(
  ctx: Ctx,
  of: Application,
  sent: Written,
  by: EnrolmentActor,
): Promise<Application> {
  const kept = await registrationOf(ctx, of)
  const onlyInvoice = sent.invoice && !sent.org && !sent.participants
  if (kept && (['paying', 'approved'].includes(of.state) || (of.state === 'unpaid' && onlyInvoice)))
    return saveInvoice(ctx, of, kept, sent)
  const form = await formOf(ctx, of, sent, by)
  const version = await versionSent(ctx, of, sent, form)
  if (of.state === 'draft') {
    const { answers, whenFew, seats } = sent
    const whole = { version, answers, form: form ?? (await valuesOf(ctx, of)) }
    return handInSeated(ctx, of, whole, { whenFew, seats, actorName: by.actorName })
  }
  const done = await submitLocked(ctx, enrolmentKind, of, { version, answers: sent.answers, form }, by.actorName)
  if (of.state !== 'waiting' || done.version === of.version) return done
  // Fewer people than before may fit into what is free.
  await offerPlaces(ctx, of.subjectId!)
  return reread(ctx, done)
}

/** A second click says the same. Whoever says something else on top of an older version would write over a newer one. */
async function versionSent(ctx: Ctx, of: Application, { version }: Written, form?: Record<string, unknown>) {
  if (!form || version === of.version || !['submitted', 'waiting'].includes(of.state)) return version
  const { fields } = await enrolmentKind.schema(ctx, of)
  const { values } = readForm(fields, form, { whole: false, today: dayOf(ctx.now) })
  const isSame = changedFields(fields, decryptForm(fields, of.form, ctx.encryption), values).length === 0
  if (isSame) return version
  if (version !== undefined) throw conflict('这份报名已在另一处（另一个窗口或设备）修改过，请刷新后再改')
  return of.version
}

async function reread({ db }: Ctx, { id }: Application): Promise<Application> {
  const [found] = await db.select().from(application).where(eq(application.id, id))
  return found!
}

/** One step of the registrant; a repeated call has no further effect. The application must be locked. */
async function step(
  ctx: Ctx,
  of: Application,
  { action, to, version, actorName }: { action: Action; to: State; version?: number; actorName: string },
  prepare?: () => Promise<unknown>,
): Promise<Application> {
  if (of.state === to && (version === undefined || version + 1 === of.version)) return of
  const isPossible = possibleActions(of.state).includes(action)
  if (!isPossible || (version !== undefined && version !== of.version)) throw await applicationConflict(ctx, of, action)
  await prepare?.()
  return advanceApplication(ctx, of, { action, by: 'applicant', actorName })
}

export const cancel = (
  ctx: Ctx,
  of: Application,
  { version }: Written,
  { actorName }: EnrolmentActor,
): Promise<Application> => {
  if (of.state === 'approved')
    throw conflict(
      of.accountId === null
        ? '报名已确认，需要取消或退费的，请与协会联系'
        : '报名已确认，请在报名的页面用“取消报名并申请退款”办理',
    )
  return step(ctx, of, { action: 'withdraw', to: 'withdrawn', version, actorName })
}

export const accept = (
  ctx: Ctx,
  of: Application,
  { version }: Written,
  { actorName }: EnrolmentActor,
): Promise<Application> =>
  step(ctx, of, { action: 'accept', to: 'submitted', version, actorName }, async () => {
    const { course } = await readEnrolmentCourse(ctx, of.subjectId!)
    if (!isBeforeStart(course, ctx.now)) throw conflict('已经开始或已取消，不能再确认递补')
  })

/** The fee is paid, says who pays it; an invoice that comes along is written first. */
export async function pay(
  ctx: Ctx,
  of: Application,
  sent: Written,
  { actorName }: EnrolmentActor,
): Promise<Application> {
  const { pay: slip, invoice, version } = sent
  if (!slip) throw invalid('请填写汇款信息', { 'pay.slipId': '请上传汇款凭证' })
  const kept = (await registrationOf(ctx, of))!
  const isFirst = of.state === 'unpaid' && (version === undefined || version === of.version)
  const current = invoice && isFirst ? await saveInvoice(ctx, of, kept, sent) : of
  const how = { action: 'pay', to: 'paying', version: isFirst ? undefined : version, actorName } as const
  return step(ctx, current, how, async () => {
    if (slip.paidOn > dayOf(ctx.now)) throw invalid('汇款日期不能晚于今天', { 'pay.paidOn': '汇款日期不能晚于今天' })
    if ((await readFee(ctx, kept))?.slipId !== slip.slipId) await attachFiles(ctx, [slip.slipId])
    await writeClaim(ctx, ENROLMENT, kept.id, slip)
  })
}

/** Returns the waiting part of a split registration. */
export async function readWaitingPart(ctx: Ctx, of: Application) {
  const [rest] = await readWaitingParts(ctx, of)
  const kept = rest && (await registrationOf(ctx, rest))
  if (!rest || !kept) return null
  const { length } = participantsIn(await valuesOf(ctx, rest))
  return { of: rest, shown: { id: kept.id, regNo: kept.number!, personsCount: length } }
}

/** Common part of the answers. */
export const resultOf = (kept: Registration, { version }: Application) => ({
  id: kept.id,
  regNo: kept.number,
  status: kept.status,
  statusName: enrolmentStatusNames[kept.status],
  version,
})
