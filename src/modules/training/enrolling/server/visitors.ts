import { and, eq, inArray } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { forbidden, invalid } from '#lib/error.ts'
import { isMobile, plainMobile } from '#lib/form/phone.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { dryRun } from '#lib/server/api/dryRun.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { sharedRateLimit } from '#lib/server/limits/sharedRateLimit.ts'
import { typedCode } from '#lib/typed.ts'
import { lockKey } from '#modules/accounts/server/attempts.ts'
import { checkCode, spendCode } from '#modules/accounts/server/codes.ts'
import { phoneTicket, ticketPhone } from '#modules/accounts/server/phoneTickets.ts'
import { VISITOR } from '#modules/review/applying/server/visitors.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { lockApplication } from '#modules/review/server/steps.ts'
import { application } from '#modules/review/server/tables.ts'
import { COUNTING } from '#modules/training/enrolmentStatus.ts'
import { participant, registration } from '#modules/training/server/tables.ts'
import type { enrolmentContract } from '../contract.ts'
import {
  accept,
  cancel,
  type EnrolmentActor,
  handInEnrolment,
  pay,
  readWaitingPart,
  resultOf,
  type Written,
} from './enrolmentActs.ts'
import { refuseUnlessOpen } from './enrolmentCheck.ts'
import { enrolmentCode } from './enrolmentCode.ts'
import { readEnrolmentCourse } from './enrolmentCourse.ts'
import { participantKey, rowKey } from './enrolmentDuplicates.ts'
import { enrolmentKind } from './enrolmentKind.ts'
import { type Registration, registrationOf } from './enrolmentRegister.ts'
import { queryCodeHash, queryCodeOf, registrationTicket, ticketRegistration } from './visitorsTickets.ts'

type Endpoints = typeof enrolmentContract
type Submit = Endpoints['POST /app/training/submit']
type Edit = Endpoints['POST /app/training/edit/submit']

const HOUR = 3_600_000
const spendSubmit = limit('training/submit', { max: 60, per: HOUR })
/** Limits guesses of the six-digit query code per registration number. */
const spendNumber = sharedRateLimit('training/number', { max: 10, per: HOUR })

/** A visitor picks nobody from a register. */
const visitor: EnrolmentActor = { organisationId: null, personId: null, actorName: VISITOR, fixed: {} }

export const visitorsHandlers = {
  'POST /app/training/phone': async (ctx, { contactMobile, smsCode }) => {
    const { phone, code } = await proofBy(ctx, contactMobile, smsCode)
    await spendCode(ctx, code)
    return { ticket: phoneTicket(ctx, enrolmentCode, phone) }
  },
  /** Opens a registration by number, code and phone; the error does not tell which of them is wrong. */
  'POST /app/training/open': async (ctx, given) => {
    const regNo = typedCode(given.regNo).toUpperCase()
    await spendNumber({ ...ctx, address: regNo })
    const phone = plainMobile(given.contactMobile)
    const [found] = await ctx.db.select().from(registration).where(eq(registration.number, regNo))
    const code = typedCode(given.queryCode)
    const isRight =
      found?.channel === 'public' &&
      found.queryCodeHash === queryCodeHash(ctx, regNo, code) &&
      found.contactMobileHash === ctx.encryption.hash(phone)
    if (!isRight) throw forbidden('报名编号、查询码或联系人手机不正确，请核对短信中的内容')
    return { ticket: registrationTicket(ctx, found.id, phone) }
  },
  'POST /app/training/check': async (ctx, asked) => {
    const phone = ticketPhone(ctx, enrolmentCode)
    if (!phone) throw forbidden('请先验证联系人手机')
    const given = { ...asked, smsCode: '', pay: undefined }
    refuseOtherPhone(given.org, phone)
    await dryRun(ctx, async tx => (await sameBefore(tx, given, phone)) ?? handIn(tx, given))
    return {}
  },
  'POST /app/training/submit': submitAsVisitor,
  /** Corrects, pays, accepts or cancels what the ticket names. */
  'POST /app/training/edit/submit': async (ctx, given) => {
    spendSubmit(ctx)
    const { action, ...sent } = given
    const own = await registrationOfTicket(ctx, given.regNo)
    refuseOtherPhone(given.org, ticketPhone(ctx, enrolmentCode)!)
    return inTransaction(ctx, async tx => {
      const of = await lockApplication(tx, own.applicationId!)
      const done = await acts[action](tx, of, sent, visitor)
      return resultOf((await registrationOf(tx, of))!, done)
    })
  },
} satisfies Partial<Handlers<Endpoints>>

/** The wrong code is told where the form has it. */
async function proofBy(ctx: Ctx, contactMobile: unknown, smsCode: string) {
  const phone = plainMobile(String(contactMobile ?? ''))
  if (!isMobile(phone)) throw invalid('手机号有误', { contactMobile: '手机号应为 11 位数字，以 1 开头' })
  if (!smsCode) throw invalid('请先验证手机号', { smsCode: '请填写短信验证码' })
  return { phone, code: await checkCode(ctx, { purpose: enrolmentCode, phone, code: smsCode }, 'smsCode') }
}

/** Signs up at once. The same people sent again by the same phone are signed up once. */
export async function submitAsVisitor(ctx: Ctx, given: Parsed<Submit>): Promise<Output<Submit>> {
  spendSubmit(ctx)
  const { phone, code } = await proofOf(ctx, given)
  return inTransaction(ctx, async tx => {
    if (code) await spendCode(tx, code)
    await lockKey(tx, `enrolment ${given.trainingId} ${ctx.encryption.hash(phone)}`)
    const before = await sameBefore(tx, given, phone)
    const of = before ? await lockApplication(tx, before.applicationId!) : await handIn(tx, given)
    const kept = (await registrationOf(tx, of))!
    const rest = await readWaitingPart(tx, of)
    return {
      ...resultOf(kept, of),
      queryCode: queryCodeOf(tx, of),
      ticket: registrationTicket(tx, kept.id, phone),
      rest: rest && { ...rest.shown, queryCode: queryCodeOf(tx, rest.of) },
    }
  })
}

/** Verifies the phone by ticket, else by SMS code; the form must name the same phone. */
async function proofOf(ctx: Ctx, { org, smsCode }: Parsed<Submit>): Promise<{ phone: string; code?: number }> {
  const phone = ticketPhone(ctx, enrolmentCode)
  if (!phone) return proofBy(ctx, org?.contactMobile, smsCode)
  refuseOtherPhone(org, phone)
  return { phone }
}

function refuseOtherPhone(org: Written['org'], phone: string): void {
  if (org?.contactMobile === undefined || plainMobile(String(org.contactMobile)) === phone) return
  throw invalid('联系人手机号应为已验证的手机号', { contactMobile: '与已验证的手机号不同，请重新获取验证码' })
}

async function handIn(ctx: Ctx, { trainingId, org = {}, participants = [], ...sent }: Parsed<Submit>) {
  const { course } = await readEnrolmentCourse(ctx, trainingId)
  refuseUnlessOpen(ctx, course)
  const about = { subjectId: trainingId, title: course.title, createdAt: ctx.now, stateSince: ctx.now }
  const [begun] = await ctx.db
    .insert(application)
    .values({ kind: enrolmentKind.kind, ...about })
    .returning()
  return handInEnrolment(ctx, begun!, { ...sent, org, participants }, visitor)
}

/** Finds a counting registration of this phone for exactly these people. */
async function sameBefore(ctx: Ctx, { trainingId, participants = [] }: Parsed<Submit>, phone: string) {
  const rows = await ctx.db
    .select({ of: registration, besideId: application.besideId, who: participant })
    .from(registration)
    .innerJoin(application, eq(application.id, registration.applicationId))
    .innerJoin(participant, eq(participant.registrationId, registration.id))
    .where(
      and(
        eq(registration.courseId, trainingId),
        eq(registration.channel, 'public'),
        eq(registration.contactMobileHash, ctx.encryption.hash(phone)),
        eq(participant.isActive, true),
        inArray(registration.status, [...COUNTING]),
      ),
    )
  const keyOf = (keys: string[]) => keys.toSorted().join()
  const wanted = keyOf(participants.map(row => rowKey(ctx, row)))
  // Treats the parts of a split registration as one submission.
  const groups = [...Map.groupBy(rows, ({ of, besideId }) => besideId ?? of.applicationId).values()]
  return groups
    .find(group => keyOf(group.map(({ who }) => participantKey(who))) === wanted)
    ?.find(one => one.besideId === null)?.of
}

const acts: Record<
  Parsed<Edit>['action'],
  (ctx: Ctx, of: Application, sent: Written, by: EnrolmentActor) => Promise<Application>
> = { submit: handInEnrolment, pay, accept, cancel }

/** The registration that the ticket names, if it is the one that is asked for. */
export async function registrationOfTicket(ctx: Ctx, regNo: string): Promise<Registration> {
  const id = ticketRegistration(ctx)
  const [found] = id === undefined ? [] : await ctx.db.select().from(registration).where(eq(registration.id, id))
  if (found && found.number === typedCode(regNo).toUpperCase()) return found
  throw forbidden('请凭报名编号、查询码和联系人手机打开报名后再办理')
}
