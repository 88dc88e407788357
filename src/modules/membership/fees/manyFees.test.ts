import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cashier, setUpMemberFees, site, YEAR } from '../../../../test/setups/membership/memberFees.ts'
import { memberFee } from '../server/tables.ts'

setUpMemberFees()

const stateOf = async (id: number) =>
  (await site.services.db.select().from(memberFee).where(eq(memberFee.id, id)))[0]!.state

test('several are confirmed at once, and each says what came of it', async () => {
  const { db } = site.services
  const { count } = (await cashier.get('/staff/fee/raise', { year: YEAR })).data
  await cashier.post('/staff/fee/raise', { year: YEAR, dueOn: '2040-06-30', expected: count })
  const [one, two] = await db.select().from(memberFee).where(eq(memberFee.year, YEAR)).orderBy(memberFee.id)
  await db.update(memberFee).set({ state: 'claimed' }).where(eq(memberFee.id, one!.id))
  const { data } = await cashier.post('/staff/fee/settleMany', { ids: [one!.id, two!.id, 999_999] })
  expect(data.map(({ done }: { done: boolean }) => done)).toEqual([true, false, false])
  expect([await stateOf(one!.id), await stateOf(two!.id)]).toEqual(['confirmed', 'due'])
})
