import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { lockFees, writeFees } from '#modules/membership/server/feeRows.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff } from '#test/support/make.ts'
import { memberFee } from '../server/tables.ts'

setUpSite({ demo: true })

type Chart = { code: string; rows: { name: string; values: number[] }[] }

test('dues raised for the next year stand in the chart, and each year says how much was collected', async () => {
  const cashier = await asStaff(site, 'cashier')
  /** The answer of each query is kept for some seconds. */
  const rows = async (query = {}) => {
    const charts: Chart[] = (await cashier.get('/staff/statistics', query)).data.charts
    return charts.find(({ code }) => code === 'feeYear')!.rows
  }
  const next = Number(dayOf(new Date()).slice(0, 4)) + 1
  const raised = await lockFees(site.services, eq(memberFee.year, next))
  await writeFees(site.services, raised, { state: 'cancelled' })
  const before = await rows()
  expect(before.at(-1)!.name).toMatch(new RegExp(`^${next - 1} 年`))
  const { count, amount } = (await cashier.get('/staff/fee/raise', { year: next })).data
  const again = await cashier.post('/staff/fee/raise', { year: next, dueOn: `${next}-06-30`, expected: count })
  expect(again.code).toBe(200)
  const after = await rows({ year: next - 1 })
  expect(after.slice(0, -1)).toEqual(before)
  expect(after.at(-1)).toMatchObject({ name: `${next} 年，收缴 0.0%`, values: [0, 0, amount, 0] })
  for (const { name, values } of after) {
    const owed = values.reduce((sum, value) => sum + value, 0)
    expect(name).toBe(
      owed ? `${name.slice(0, 4)} 年，收缴 ${((values[0]! / owed) * 100).toFixed(1)}%` : `${name.slice(0, 4)} 年`,
    )
  }
})
