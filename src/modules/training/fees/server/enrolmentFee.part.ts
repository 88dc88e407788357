import { and, asc, eq, gt, inArray, isNotNull, notInArray, sql } from 'drizzle-orm'
import { formatYuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import type { PaidRefund } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { defineApplicationFee } from '#modules/ledger/receivables/server/applicationFees.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { readFee } from '#modules/training/enrolling/server/enrolmentFee.ts'
import { VISITORS_PAGE } from '#modules/training/enrolling/server/visitorsTickets.ts'
import { offerPlaces } from '#modules/training/enrolling/server/waitingList.ts'
import { ENROLMENT, enrolmentStatusNames } from '#modules/training/enrolmentStatus.ts'
import { findRegistration } from '#modules/training/registrations/server/findRegistration.ts'
import {
  invoiceIssued,
  invoiceRefused,
  notifyOfInvoice,
  notifyRegistrant,
  registrationRefunded,
} from '#modules/training/registrations/server/registrationMessages.ts'
import { namedRegistration } from '#modules/training/registrations/server/registrationPeople.ts'
import { lockNewest, writeRegistration } from '#modules/training/registrations/server/registrationWriting.ts'
import { course, participant, registration } from '#modules/training/server/tables.ts'
import { giveUp, refundTerms } from './givingUp.ts'

/** Ends a fully refunded registration and frees its places; a participant who has arrived keeps place and results. */
async function refundedWhole(ctx: Ctx, id: number, { paidOn, reason }: PaidRefund): Promise<void> {
  const before = await lockNewest(ctx, id)
  const isRefundDue = (await readFee(ctx, before))?.isRefundDue
  if (!isRefundDue && before.status !== 'confirmed' && before.status !== 'cancelled') return
  const after = await writeRegistration(ctx, before, { status: 'refunded' })
  await ctx.db.update(participant).set({ isActive: false }).where(eq(participant.registrationId, id))
  await recordChange(ctx, {
    ...namedRegistration(after),
    action: 'registration.refund',
    detail: { reason },
    before: { status: enrolmentStatusNames[before.status] },
    after: { status: enrolmentStatusNames[after.status], 退费日期: paidOn },
  })
  await offerPlaces(ctx, after.courseId)
}

const mayBePaid = and(
  notInArray(registration.status, ['draft', 'rejected']),
  isNotNull(registration.applicationId),
  gt(registration.totalFee, 0),
  sql`${registration.updatedAt} > now() - interval '1 year'`,
)

/** 培训费 of a registration. */
defineApplicationFee({
  kind: ENROLMENT,
  order: 50,
  name: '培训费',
  words: ['培训', '报名', '学费'],
  ending: 4,
  subject: '4301 提供服务收入',
  payPages: { member: id => `/admin/user/training/registrations/${id}`, visitor: VISITORS_PAGE },
  async reachable({ db }, ids) {
    const rows = await db
      .select({ id: registration.id })
      .from(registration)
      .where(and(inArray(registration.id, [...ids]), isNotNull(registration.contactMobileSealed)))
    return rows.map(({ id }) => id)
  },
  /** A transfer names the registrant or a participant, and may come before anything is owed, late or twice. */
  async list({ db }, ids) {
    const rows = await db
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
      .where(ids ? inArray(registration.id, [...ids]) : mayBePaid)
      .orderBy(asc(registration.id))
    return rows.map(({ of, title, batch, shortName, people }) => ({
      id: of.id,
      name: of.organisationName,
      calls: [shortName ?? '', of.contactName, ...people],
      about: title,
      marks: [batch],
      numbers: of.number ? [of.number] : [],
      amount: of.totalFee,
      isOpen: of.status === 'unpaid' || of.status === 'paid',
      stateName: enrolmentStatusNames[of.status],
      route: of.applicationId === null ? `/staff/registrations/${of.id}` : `/staff/review/${of.applicationId}`,
    }))
  },
  refundedWhole,
  afterRefund: '全额退还后报名随之终止，空出的名额依次递补；已经报到的保留名额。',
  refundTerms,
  giveUp,
  // These tell the registrant themselves, who may have no account.
  async tellRefunded(ctx, id, { amount, paidOn, reason }) {
    const { of } = await findRegistration(ctx, id)
    await notifyRegistrant(ctx, of, registrationRefunded, { 金额: formatYuan(amount), 退费日期: paidOn, 原因: reason })
  },
  async sendInvoice(ctx, fee, { fileId }) {
    const { of } = await findRegistration(ctx, fee.payableId)
    const values = {
      发票号码: fee.invoiceNumber,
      发票抬头: fee.invoiceTitle,
      金额: `${formatYuan(fee.amount)} 元`,
    }
    return notifyOfInvoice(ctx, of, invoiceIssued, values, [fileId])
  },
  async tellInvoiceRefused(ctx, id, reason) {
    const { of } = await findRegistration(ctx, id)
    const title = (await readFee(ctx, of))?.invoiceTitle ?? ''
    return notifyOfInvoice(ctx, of, invoiceRefused, { 发票抬头: title, 原因: reason })
  },
})
