import { eq, sql } from 'drizzle-orm'
import { dayOf, startOf } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import { figures } from '#lib/money.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { whoWasFirst } from '#modules/audit/server/changes.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { registrationStatusNames } from '#modules/training/enrolling/registrationStatus.ts'
import { lockCourse } from '#modules/training/enrolling/server/enrolmentCourse.ts'
import type { Registration } from '#modules/training/enrolling/server/enrolmentRegister.ts'
import { registration } from '#modules/training/enrolling/server/tables.ts'
import { offerPlaces } from '#modules/training/enrolling/server/waitingList.ts'
import { participant } from '#modules/training/participants/server/tables.ts'
import type { staffRegistrationContract } from '../contract.ts'
import { findRegistration } from './findRegistration.ts'
import { isRefundable } from './registrationDetail.ts'
import { registrationRefunded, tellRegistrant } from './registrationMessages.ts'
import { namedRegistration } from './registrationPeople.ts'

/** The course first, then the row as its reader has seen it, both locked until the transaction ends. */
export async function lockRegistration(ctx: Ctx, id: number, version: number): Promise<Registration> {
  const { of } = await findRegistration(ctx, id)
  await lockCourse(ctx, of.courseId)
  const [row] = await ctx.db.select().from(registration).where(eq(registration.id, id)).for('update')
  if (row!.version !== version) throw conflict(await whoWasFirst(ctx, { objectType: 'registration', objectId: id }))
  return row!
}

export async function writeRegistration(ctx: Ctx, { id }: Registration, set: Partial<Registration>) {
  const [after] = await ctx.db
    .update(registration)
    .set({ ...set, version: sql`${registration.version} + 1`, updatedAt: ctx.now })
    .where(eq(registration.id, id))
    .returning()
  return after!
}

export const movedOf = ({ id, status }: Registration) => ({ id, status, statusName: registrationStatusNames[status] })

export const registrationRefundHandlers = {
  /** The money has been given back: with it the registration is over, and its places are free. */
  'POST /staff/training/registration/refund': (ctx, { id, version, reason, refundedOn }) =>
    ctx.db.transaction(async db => {
      const tx = { ...ctx, db }
      const before = await lockRegistration(tx, id, version)
      if (!isRefundable(before))
        throw conflict(
          before.totalFee > 0 ? `报名${registrationStatusNames[before.status]}，没有可退的款项` : '这份报名没有收费',
        )
      if (refundedOn > dayOf(ctx.now)) throw invalid('退费日期不能晚于今天', { refundedOn: '不能晚于今天' })
      const set = { refundedAt: startOf(refundedOn), refundNote: reason, refundDue: false }
      const after = await writeRegistration(tx, before, { ...set, status: 'refunded' })
      await db.update(participant).set({ isActive: false }).where(eq(participant.registrationId, id))
      const words = (of: Registration) => ({
        status: registrationStatusNames[of.status],
        退费日期: of.refundedAt && dayOf(of.refundedAt),
      })
      await recordChange(tx, {
        ...namedRegistration(after),
        action: 'registration.refund',
        detail: { reason, amount: after.totalFee },
        before: words(before),
        after: words(after),
      })
      await tellRegistrant(tx, after, registrationRefunded, {
        金额: figures(after.totalFee).slice(1),
        退费日期: refundedOn,
        原因: reason,
      })
      await offerPlaces(tx, after.courseId)
      return movedOf(after)
    }),
} satisfies Partial<Handlers<typeof staffRegistrationContract>>
