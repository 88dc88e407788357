import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { selectFees, writeFees } from '#modules/membership/server/feeRows.ts'
import { cashier, memberRow, setUpMemberFees, YEAR } from '#test/setups/membership/memberFees.ts'
import { site } from '#test/setups/site.ts'
import { memberFee } from '../server/tables.ts'

setUpMemberFees()

test('whoever is late is shown as that, and with the day of the last reminder', async () => {
  const { count: members } = (await cashier.get('/staff/fee/raise', { year: YEAR })).data
  await cashier.post('/staff/fee/raise', { year: YEAR, dueOn: '2040-06-30', expected: members })
  const [one] = await selectFees(site.services).where(eq(memberFee.year, YEAR)).orderBy(memberFee.id)
  const { id, memberId } = one!
  await writeFees(site.services, [id], { dueOn: '2026-01-31' })
  const asked = { year: YEAR, words: (await memberRow(memberId!)).number }
  const { count } = (await cashier.get('/staff/fee/remind', asked)).data
  expect((await cashier.post('/staff/fee/remind', { ...asked, expected: count })).data.count).toBe(count)
  const { data } = await cashier.get('/staff/fee/detail', { id })
  expect(data).toMatchObject({ isLate: true, dueOn: '2026-01-31' })
  const today = dayOf(new Date())
  expect(data.remindedAt.slice(0, 10)).toBe(today)
  const { levelCode, organisationId } = await memberRow(memberId!)
  const [of] = await site.services.db.select().from(organisation).where(eq(organisation.id, organisationId!))
  const narrowed = [
    { ...asked, state: 'due', levelCode, provinceCode: of!.provinceCode },
    { ...asked, state: 'confirmed' },
    { ...asked, provinceCode: '540000' },
    { ...asked, levelCode: levelCode === 10 ? 20 : 10 },
    { ...asked, raisedTo: today },
    { ...asked, raisedTo: addDays(today, -1) },
    // What is not paid counts by the day on which it was raised, as in the list.
    { ...asked, paidFrom: today, paidTo: today },
    { ...asked, paidFrom: addDays(today, 1) },
    { ...asked, paidTo: addDays(today, -1) },
  ]
  const reached = async (filter: object) => (await cashier.post('/staff/fee/remind', { ...filter, expected: 1 })).code
  expect(await Promise.all(narrowed.map(reached))).toEqual([200, 409, 409, 409, 200, 409, 200, 409, 409])
  const { list } = (await cashier.get('/staff/fee/list', asked)).data
  const { remindedAt } = (await cashier.get('/staff/fee/detail', { id })).data
  expect(list).toMatchObject([{ id, isLate: true, remindedAt }])
})
