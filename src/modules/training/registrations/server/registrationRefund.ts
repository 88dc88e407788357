import { eq } from 'drizzle-orm'
import { dayOf, startOf } from '#lib/dates.ts'
import { yuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import type { GivenBack, PayableKind } from '#modules/membership/fees/server/payables.ts'
import { registrationStatusNames } from '#modules/training/enrolling/registrationStatus.ts'
import type { Registration } from '#modules/training/enrolling/server/enrolmentRegister.ts'
import { offerPlaces } from '#modules/training/enrolling/server/waitingList.ts'
import { participant } from '#modules/training/participants/server/tables.ts'
import { findRegistration } from './findRegistration.ts'
import { registrationRefunded, tellRegistrant } from './registrationMessages.ts'
import { namedRegistration } from './registrationPeople.ts'
import { lockNewest, writeRegistration } from './registrationWriting.ts'

/** Whoever has come to the course keeps the place, and what was achieved there. */
const endsWith = ({ refundDue, status }: Registration) => refundDue || status === 'confirmed'

/** All of the fee has been given back: with it the registration is over, and its places are free. */
async function refundedWhole(ctx: Ctx, id: number, { paidOn, reason }: GivenBack): Promise<void> {
  const before = await lockNewest(ctx, id)
  if (!endsWith(before)) return
  const set = { refundedAt: startOf(paidOn), refundNote: reason, refundDue: false }
  const after = await writeRegistration(ctx, before, { ...set, status: 'refunded' })
  await ctx.db.update(participant).set({ isActive: false }).where(eq(participant.registrationId, id))
  const words = (of: Registration) => ({
    status: registrationStatusNames[of.status],
    退费日期: of.refundedAt && dayOf(of.refundedAt),
  })
  const change = { action: 'registration.refund', detail: { reason }, before: words(before), after: words(after) }
  await recordChange(ctx, { ...namedRegistration(after), ...change })
  await offerPlaces(ctx, after.courseId)
}

/** Who signed up may have no account: they are told as of everything else. */
async function tellRefunded(ctx: Ctx, id: number, { amount, paidOn, reason }: GivenBack): Promise<void> {
  const { of } = await findRegistration(ctx, id)
  await tellRegistrant(ctx, of, registrationRefunded, { 金额: yuan(amount), 退费日期: paidOn, 原因: reason })
}

/** What a refund does to an enrolment. */
export const refundOfEnrolment = {
  refundedWhole,
  afterRefund: '全额退还后报名随之终止，空出的名额依次递补；已经报到的保留名额。',
  tellRefunded,
} satisfies Partial<PayableKind>
