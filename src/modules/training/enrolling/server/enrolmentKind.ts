import { and, eq, inArray, ne } from 'drizzle-orm'
import { addDays } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import { formatYuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { isWithin } from '#lib/server/api/permissionLimits.ts'
import { claimedPayment, payingWords } from '#modules/ledger/receivables/server/applicationFees.ts'
import { cancel, confirm, invoiceStateOf } from '#modules/ledger/receivables/server/receivables.ts'
import { plainIdNumber } from '#modules/members/personForm.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import {
  type Application,
  type Aside,
  defineKind,
  type Effect,
  type Entered,
  type Payment,
} from '#modules/review/server/applicationKinds.ts'
import type { State } from '#modules/review/workflow.ts'
import { notifyCourseFull, notifyInvoiceRequested } from '#modules/training/courses/server/courseDeskMessages.ts'
import { COUNTING, ENROLMENT } from '#modules/training/enrolmentStatus.ts'
import { faresOf } from '#modules/training/fares.ts'
import { type EventKind, kindOfCode, kindOfCourse } from '#modules/training/kinds/server/eventKinds.ts'
import { participant, registration } from '#modules/training/server/tables.ts'
import { enrolmentFields } from '../enrolmentForm.ts'
import { checkEnrolment, countHeldPlaces, submitOrQueue } from './enrolmentCheck.ts'
import {
  type Course,
  enrolmentSettings,
  freePlaces,
  lastDayWithin,
  lockCourse,
  readEnrolmentCourse,
} from './enrolmentCourse.ts'
import { enrolmentFaults } from './enrolmentFaults.ts'
import { raiseFee, readFee } from './enrolmentFee.ts'
import { participantsIn, paysAsMember } from './enrolmentFees.ts'
import { enterParticipants } from './enrolmentPersons.ts'
import {
  applicantName,
  keepRegistration,
  type Registration,
  registrationOf,
  releasePlaces,
  setStatus,
} from './enrolmentRegister.ts'
import { queryCodeHash, queryCodeOf, VISITORS_PAGE } from './visitorsTickets.ts'
import { offerPlaces, peopleAhead } from './waitingList.ts'

/** Facts for the reviewer: course, places, price, and participants known to the register. */
async function enrolmentAside(ctx: Ctx, of: Application, values: FormValues): Promise<Aside[]> {
  const { course, kind } = await readEnrolmentCourse(ctx, of.subjectId!)
  const kept = await registrationOf(ctx, of)
  const free = await freePlaces(ctx, course)
  const ahead = kept ? await peopleAhead(ctx, kept) : null
  const isMember = kept?.isMember ?? (await paysAsMember(ctx, of, values))
  const facts = [
    { label: kind.noun, text: course.title },
    { label: '时间', text: `${course.startsOn} 至 ${course.endsOn}` },
    { label: '名额', text: `共 ${course.quota} 个，还剩 ${Math.max(0, free)} 个`, isBad: free < 0 },
    ...(ahead === null ? [] : [{ label: '候补', text: `前面还有 ${ahead} 人` }]),
    { label: '收费', text: `${isMember ? '会员价' : '非会员价'}，共 ${formatYuan(kept?.totalFee ?? 0)} 元` },
    { label: '提交人', text: of.accountId === null ? '访客，手机号已凭短信验证' : '会员账号' },
    ...(of.accountId === null ? await unverifiedEmployerFacts(ctx, values) : []),
    ...(await nameMismatchFacts(ctx, values)),
    ...(await namesakeFacts(ctx, course.id, kept, values)),
  ]
  return [
    { title: `${kind.noun}与名额`, facts, link: { name: `查看${kind.noun}`, route: `/staff/courses/${course.id}` } },
  ]
}

/** Warns that a visitor's organisation is not verified. */
async function unverifiedEmployerFacts(ctx: Ctx, { creditCode, orgName }: FormValues): Promise<Aside['facts']> {
  if (!creditCode) return []
  const [known] = await ctx.db
    .select({ name: organisation.name, provinceCode: organisation.provinceCode })
    .from(organisation)
    .where(eq(organisation.creditCode, String(creditCode)))
  if (!known) return [{ label: '单位', text: '信用代码没有登记的单位' }]
  const isSame = known.name === orgName
  return [
    {
      label: '单位',
      text: `信用代码登记为${visibleName(ctx, known)}，由访客自称，请核对；未登录，不按会员价收费`,
      isBad: !isSame,
    },
  ]
}

/** Lists participants whose number is registered under another name; they take part without a link to that person. */
async function nameMismatchFacts(ctx: Ctx, values: FormValues): Promise<Aside['facts']> {
  const rows = participantsIn(values)
  if (rows.length === 0) return []
  const hashes = rows.map(({ idNumber }) => ctx.encryption.hash(plainIdNumber(String(idNumber ?? ''))))
  const known = await ctx.db
    .select({ hash: person.idNumberHash, name: person.name, provinceCode: person.provinceCode })
    .from(person)
    .where(inArray(person.idNumberHash, hashes))
  return rows.flatMap((row, i) => {
    const other = known.find(({ hash }) => hash === hashes[i])
    if (!other || other.name === row.name) return []
    const text = `${row.name} 的证件号码在人员名册中登记为${visibleName(ctx, other)}，确认后不与名册关联，请核对证件`
    return { label: `第 ${i + 1} 人`, text, isBad: true }
  })
}

/**
 * Lists participants without identity number whose name and organisation another registration of the event has as well:
 * they may be the same person, whom nothing identifies.
 */
async function namesakeFacts(
  ctx: Ctx,
  courseId: number,
  kept: Registration | undefined,
  values: FormValues,
): Promise<Aside['facts']> {
  const unnumbered = participantsIn(values).flatMap(({ name, idNumber }, i) =>
    idNumber ? [] : { name: String(name ?? ''), place: i + 1 },
  )
  if (unnumbered.length === 0) return []
  const found = await ctx.db
    .select({ name: participant.name, number: registration.number })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .where(
      and(
        eq(participant.courseId, courseId),
        eq(participant.isActive, true),
        inArray(registration.status, COUNTING),
        inArray(
          participant.name,
          unnumbered.map(({ name }) => name),
        ),
        eq(registration.organisationName, applicantName(values)),
        kept && ne(registration.id, kept.id),
      ),
    )
  return unnumbered.flatMap(({ name, place }) => {
    const others = found.filter(one => one.name === name).map(({ number }) => number)
    const text = `${name} 与报名 ${others.join('、')} 中的同名同单位，可能重复，请核对`
    return others.length > 0 ? { label: `第 ${place} 人`, text, isBad: true } : []
  })
}

/** Reviewers limited to some provinces see that there is another name, but not which. */
const visibleName = (ctx: Ctx, { name, provinceCode }: { name: string; provinceCode: string | null }) =>
  isWithin(ctx, 'staff:applications', provinceCode, 'enrolment') ? `“${name}”` : '另一个名称（属于其他地区）'

/** The name of the course follows that of who signs up. */
const NAME_SEPARATOR = '　'

/** 培训报名: several people, by a member or by anyone, for one course; its `subjectId` is the course. */
export const enrolmentKind = defineKind({
  kind: 'enrolment',
  name: '培训报名',
  prefix: 'PX',
  duty: 'people',
  publishes: false,
  messages: 'training',
  mayAmend: true,
  schema,
  route: (_, __, { accountId, resultId }) =>
    accountId === null ? VISITORS_PAGE : `/admin/user/training/registrations${resultId ? `/${resultId}` : ''}`,
  title: (values, { title }) =>
    [applicantName(values), title.split(NAME_SEPARATOR).at(-1)].filter(Boolean).join(NAME_SEPARATOR),
  visitorIn: title => title.split(NAME_SEPARATOR)[0]!,
  desk: ({ state, number }) =>
    state === 'submitted' ? { permission: 'staff:training', route: `/staff/registrations?key=${number}` } : undefined,
  phone: ({ contactMobile = '' }) => String(contactMobile),
  payment,
  aside: enrolmentAside,
  faults: async (ctx, { application, values }) =>
    enrolmentFaults(ctx, await readEnrolmentCourse(ctx, application.subjectId!), values),
  check: checkEnrolment,
  comesIn: submitOrQueue,
  dueOn,
  entered: {
    submitted,
    waiting,
    offered: (ctx, { application }) => reach(ctx, application, 'offered', '有了名额，已为您保留。'),
    returned: (ctx, { application }) => reach(ctx, application, 'returned'),
    unpaid,
    paying: (ctx, { application }) => reach(ctx, application, 'paid'),
    approved,
    withdrawn: (ctx, { application }) => endRegistration(ctx, application, 'cancelled'),
    rejected: (ctx, { application }) => endRegistration(ctx, application, 'rejected'),
    expired: (ctx, { application }) => endRegistration(ctx, application, 'expired'),
  },
})

async function schema(ctx: Pick<Ctx, 'db'>, { id, subjectId }: { id?: number; subjectId: number | null }) {
  const of = await readEnrolmentCourse(ctx, subjectId ?? 0)
  const kept = id === undefined ? undefined : await registrationOf(ctx, { id })
  const isFree = kept?.number ? kept.totalFee === 0 : isFreeToAll(of.course)
  return {
    path: isFree ? (['review'] as const) : (['review', 'fee'] as const),
    fields: enrolmentFields(enrolmentSettings(of)),
    slots: [],
  }
}

const isFreeToAll = (of: Course) =>
  faresOf(of).every(({ feeMember, feeOther }) => Math.max(feeMember, feeOther) === 0) &&
  of.levelFares.every(({ fee }) => !fee)

/** Waiting ends the day before the course begins; offered and unpaid places are reserved for the configured days. */
async function dueOn(ctx: Ctx, { subjectId }: Application, state: State): Promise<string | null> {
  const { course } = await readEnrolmentCourse(ctx, subjectId!)
  if (state === 'waiting') return addDays(course.startsOn, -1)
  return lastDayWithin(course, ctx.now, state === 'offered' ? course.offerDays : course.payDays)
}

const about = ({ title, startsOn, endsOn, city }: Course, { noun }: EventKind) =>
  `${noun}：${title}（${[`${startsOn} 至 ${endsOn}`, city].filter(Boolean).join('，')}）。`

/** Handed in, corrected, or accepted from the waiting list, which brings nothing new. */
async function submitted(ctx: Ctx, entered: Entered): Promise<Effect> {
  const { application: of } = entered
  const course = await lockCourse(ctx, of.subjectId!)
  const words = about(course, await kindOfCode(ctx, course.kind))
  if (!isHandedInNow(ctx, of)) return reach(ctx, of, 'submitted', words)
  const before = await countHeldPlaces(ctx, of)
  const released = await cancelFee(ctx, of)
  const kept = await keepRegistration(ctx, course, entered, 'submitted')
  if (participantsIn(entered.values).length < before) await offerPlaces(ctx, course.id)
  return { resultId: kept.id, say: words + (await queryCodeSentence(ctx, of)) + released }
}

/** Nothing is owed while it is looked at anew, or any more: what was paid in part waits as a credit. */
async function cancelFee(ctx: Ctx, of: Application): Promise<string> {
  const kept = await registrationOf(ctx, of)
  return kept ? cancel(ctx, ENROLMENT, kept.id) : ''
}

const isHandedInNow = ({ now }: Ctx, { submittedAt }: Application) => submittedAt?.getTime() === now.getTime()

async function waiting(ctx: Ctx, entered: Entered): Promise<Effect> {
  const { application: of } = entered
  const course = await lockCourse(ctx, of.subjectId!)
  const kept = await keepRegistration(ctx, course, entered, 'waiting')
  const ahead = await peopleAhead(ctx, kept)
  if (ahead === 0) await notifyCourseFull(ctx, course)
  const turn = `正在候补，前面还有 ${ahead} 人；有了名额会通知您，候补到 ${of.dueOn} 为止。`
  const words = about(course, await kindOfCode(ctx, course.kind))
  return { resultId: kept.id, say: words + turn + (await queryCodeSentence(ctx, of)) }
}

/** Visitors have no member centre: returns the query code and the link for the message. */
async function queryCodeSentence(ctx: Ctx, of: Application): Promise<string> {
  if (of.accountId !== null) return ''
  await ctx.db
    .update(registration)
    .set({ queryCodeHash: queryCodeHash(ctx, of.number!, queryCodeOf(ctx, of)) })
    .where(eq(registration.applicationId, of.id))
  return `查询码 ${queryCodeOf(ctx, of)}，凭报名编号、查询码和联系人手机可查看和更正：${ctx.config.publicUrl}${VISITORS_PAGE}?regNo=${of.number}`
}

async function reach(ctx: Ctx, of: Application, status: 'submitted' | 'offered' | 'returned' | 'paid', say?: string) {
  await setStatus(ctx, of, status)
  return { say }
}

async function unpaid(ctx: Ctx, { application: of, values }: Entered): Promise<Effect> {
  const kept = (await setStatus(ctx, of, 'unpaid'))!
  const { course, kind } = await readEnrolmentCourse(ctx, of.subjectId!)
  await raiseFee(ctx, of, kept, course, values)
  return { say: `${kind.fee} ${formatYuan(kept.totalFee)} 元。${await payingWords(ctx, payRemark(kept))}` }
}

/** Text for the remark of the bank transfer: payer and registration number. */
export const payRemark = ({ organisationName, number }: { organisationName: string; number: string | null }) =>
  `${organisationName} ${number}`

async function approved(ctx: Ctx, { application: of }: Entered): Promise<Effect> {
  const kept = (await setStatus(ctx, of, 'confirmed', { confirmedAt: ctx.now }))!
  await confirm(ctx, ENROLMENT, kept.id)
  await enterParticipants(ctx, kept)
  const fee = await readFee(ctx, kept)
  if (fee && invoiceStateOf(fee) === 'requested') await notifyInvoiceRequested(ctx, kept, fee.invoiceTitle)
  const { course, kind } = await readEnrolmentCourse(ctx, of.subjectId!)
  return { resultId: kept.id, say: `报名成功。${about(course, kind)}` }
}

async function endRegistration(
  ctx: Ctx,
  of: Application,
  status: 'cancelled' | 'rejected' | 'expired',
): Promise<Effect> {
  const say = await cancelFee(ctx, of)
  await releasePlaces(ctx, of, status)
  if (of.number !== null) await offerPlaces(ctx, of.subjectId!)
  return { say }
}

/** Payer's data, shown to the cashier beside the slip. */
async function payment(ctx: Pick<Ctx, 'db'>, of: Application): Promise<Payment | undefined> {
  const kept = await registrationOf(ctx, of)
  return kept && claimedPayment(await readFee(ctx, kept), (await kindOfCourse(ctx, kept.courseId)).fee)
}
