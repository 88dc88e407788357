import { asc, eq } from 'drizzle-orm'
import type { Services } from '#lib/server/api/context.ts'
import { demoPayment } from '#modules/membership/server/demo/statement.ts'
import { participant, registration } from '../tables.ts'

/** Adds a bank payment for one unpaid registration that has no slip yet. */
export async function demoPayments(loading: Services & { now: Date }): Promise<void> {
  const [owed] = await loading.db
    .select({ payer: registration.organisationName, amount: registration.totalFee, who: participant.name })
    .from(registration)
    .innerJoin(participant, eq(participant.registrationId, registration.id))
    .where(eq(registration.status, 'unpaid'))
    .orderBy(asc(registration.id), asc(participant.place))
    .limit(1)
  if (owed) await demoPayment(loading, { payer: owed.payer, amount: owed.amount, remark: `培训费 ${owed.who}等` })
}
