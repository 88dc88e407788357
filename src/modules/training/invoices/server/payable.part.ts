import { and, asc, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm'
import { dayOf, startOf } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { formatYuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import {
  defineReceivable,
  type OpenReceivable,
  type PaidRefund,
  passFee,
  type ReceivableKind,
} from '#modules/ledger/kinds/server/receivableKinds.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { lockApplication } from '#modules/review/server/steps.ts'
import type { Registration } from '#modules/training/enrolling/server/enrolmentRegister.ts'
import { offerPlaces } from '#modules/training/enrolling/server/waitingList.ts'
import { ENROLMENT, enrolmentStatusNames } from '#modules/training/enrolmentStatus.ts'
import { enrolmentRecords } from '#modules/training/registrations/server/enrolmentRecords.ts'
import { findRegistration } from '#modules/training/registrations/server/findRegistration.ts'
import { notifyRegistrant, registrationRefunded } from '#modules/training/registrations/server/registrationMessages.ts'
import { namedRegistration } from '#modules/training/registrations/server/registrationPeople.ts'
import { lockNewest, writeRegistration } from '#modules/training/registrations/server/registrationWriting.ts'
import { course, type Invoice, participant, registration } from '#modules/training/server/tables.ts'
import { giveUp, refundTerms } from './givingUp.ts'
import { issueTrainingInvoice } from './invoiceActs.ts'

/** A participant who has arrived keeps the place and results. */
const endsWithRefund = ({ refundDue, status, confirmedAt }: Registration) =>
  refundDue || status === 'confirmed' || (status === 'cancelled' && confirmedAt !== null)

/** Ends a fully refunded registration and frees its places. */
async function refundedWhole(ctx: Ctx, id: number, { paidOn, reason }: PaidRefund): Promise<void> {
  const before = await lockNewest(ctx, id)
  if (!endsWithRefund(before)) return
  const set = { refundedAt: startOf(paidOn), refundNote: reason, refundDue: false }
  const after = await writeRegistration(ctx, before, { ...set, status: 'refunded' })
  await ctx.db.update(participant).set({ isActive: false }).where(eq(participant.registrationId, id))
  const words = (of: Registration) => ({
    status: enrolmentStatusNames[of.status],
    退费日期: of.refundedAt && dayOf(of.refundedAt),
  })
  const change = { action: 'registration.refund', detail: { reason }, before: words(before), after: words(after) }
  await recordChange(ctx, { ...namedRegistration(after), ...change })
  await offerPlaces(ctx, after.courseId)
}

/** Uses the registration's own messages, because the registrant may have no account. */
async function tellRefunded(ctx: Ctx, id: number, { amount, paidOn, reason }: PaidRefund): Promise<void> {
  const { of } = await findRegistration(ctx, id)
  await notifyRegistrant(ctx, of, registrationRefunded, { 金额: formatYuan(amount), 退费日期: paidOn, 原因: reason })
}

const refundOfEnrolment = {
  refundedWhole,
  afterRefund: '全额退还后报名随之终止，空出的名额依次递补；已经报到的保留名额。',
  tellRefunded,
  refundTerms,
  giveUp,
} satisfies Partial<ReceivableKind>

const OPEN = ['unpaid', 'paid'] as const

/** 培训费, found in the bank. Only what has an application is paid for by way of it. */
defineReceivable({
  kind: ENROLMENT,
  order: 50,
  name: '培训费',
  words: ['培训', '报名', '学费'],
  ending: 4,
  subject: '4301 提供服务收入',
  payPages: {
    member: id => `/admin/user/training/registrations/${id}`,
    visitor: '/admin/publicity/training/registration',
  },
  async reachable({ db }, ids) {
    const rows = await db
      .select({ id: registration.id })
      .from(registration)
      .where(and(inArray(registration.id, [...ids]), isNotNull(registration.contactMobileSealed)))
    return rows.map(({ id }) => id)
  },
  records: enrolmentRecords,
  async list(ctx, ids) {
    const rows = await readEnrolments(ctx, ids ? inArray(registration.id, [...ids]) : current)
    return rows.map(toPayable)
  },
  async lock(ctx, id) {
    const [seen] = await ctx.db.select().from(registration).where(eq(registration.id, id))
    if (!seen?.applicationId) throw notFound('这笔培训费不存在')
    const application = await lockApplication(ctx, seen.applicationId)
    const [of] = await ctx.db.select().from(registration).where(eq(registration.id, id)).for('update')
    return { of: of!, application }
  },
  async pay(ctx, { of, application }, { paidOn, payer, from }) {
    const paid = { paidOn, payer: payer || of.payer }
    await ctx.db.update(registration).set(paid).where(eq(registration.id, of.id))
    await passFee(ctx, application, { ...paid, from })
    return undefined
  },
  ...refundOfEnrolment,
  /** Changes the invoice details; if no invoice was wanted before, an ordinary one is requested. */
  async setTitle(ctx, id, { isPersonal, creditCode, address, phone, bank, accountSealed, title, email }) {
    const [of] = await ctx.db.select().from(registration).where(eq(registration.id, id)).for('update')
    const invoice: Invoice = {
      kind: of?.invoice?.kind ?? 'ordinary',
      titleType: isPersonal ? 'person' : 'organisation',
      title,
      taxNumber: creditCode,
      regAddress: address,
      regPhone: phone,
      bank,
      bankAccountSealed: accountSealed,
      email,
    }
    const set = { invoice, invoiceState: 'requested' as const, invoiceReason: '' }
    await ctx.db
      .update(registration)
      .set({ ...set, version: sql`${registration.version} + 1`, updatedAt: ctx.now })
      .where(eq(registration.id, id))
  },
  async clearInvoice(ctx, id) {
    const none = { invoiceState: 'requested' as const, invoiceNumber: '', invoiceIssuedOn: null, invoiceFileId: null }
    await ctx.db
      .update(registration)
      .set({ ...none, version: sql`${registration.version} + 1`, updatedAt: ctx.now })
      .where(eq(registration.id, id))
  },
  async issueInvoice(ctx, id, invoice) {
    const [of] = await ctx.db
      .select({ version: registration.version })
      .from(registration)
      .where(eq(registration.id, id))
    await issueTrainingInvoice(ctx, { id, version: of?.version ?? 0, ...invoice })
  },
})

/** Registrations that a payment may belong to, including one paid early, late or twice. */
const current = and(
  notInArray(registration.status, ['draft', 'rejected']),
  sql`${registration.applicationId} is not null and ${registration.totalFee} > 0`,
  sql`${registration.updatedAt} > now() - interval '1 year'`,
)

const isOpen = ({ status }: Pick<typeof registration.$inferSelect, 'status'>) => OPEN.some(open => open === status)

const readEnrolments = ({ db }: Pick<Ctx, 'db'>, where: typeof current) =>
  db
    .select({
      of: registration,
      title: course.title,
      batch: course.batch,
      shortName: organisation.shortName,
      people: sql<string[]>`array(select ${participant.name} from ${participant}
        where ${participant.registrationId} = ${registration.id} and ${participant.isActive})`,
    })
    .from(registration)
    .innerJoin(course, eq(course.id, registration.courseId))
    .leftJoin(organisation, eq(organisation.id, registration.organisationId))
    .where(where)
    .orderBy(asc(registration.id))

const toPayable = ({ of, ...about }: Awaited<ReturnType<typeof readEnrolments>>[number]): OpenReceivable => ({
  id: of.id,
  name: of.organisationName,
  calls: [about.shortName ?? '', of.contactName, ...about.people],
  about: about.title,
  marks: [about.batch],
  numbers: of.number ? [of.number] : [],
  amount: of.totalFee,
  isOpen: isOpen(of),
  stateName: enrolmentStatusNames[of.status],
  route: `/staff/review/${of.applicationId}`,
})
