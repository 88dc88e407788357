import { expect, test } from 'vitest'
import { close, dayAt, entriesAt, receive } from '#test/setups/membership/closing.ts'
import { cashier, type Fee, fees, other, setUpBankStatements } from '#test/setups/money/bankStatements.ts'

setUpBankStatements()

/** Dates before any demo payment. */
const [THURSDAY, FRIDAY, SATURDAY] = ['2019-03-07', '2019-03-08', '2019-03-09'] as const

async function reopen(day: string) {
  const { close: kept } = await dayAt(day)
  const asked = { id: kept.id, reason: '有一笔没有登记' }
  expect(await cashier.post('/staff/closing/reopen', asked)).toMatchObject({ code: 202 })
  const { list } = (await other.get('/staff/approval/list', { state: 'forMe' })).data
  expect(await other.post('/staff/approval/agree', { id: list[0].id })).toMatchObject({ code: 200 })
}

test('what a later day has booked of a day that is open again, and is taken back, comes in the next close: that day has nothing left to close', async () => {
  const [fee] = fees as [Fee]
  expect(await close(THURSDAY)).toMatchObject({ code: 200 })
  const line = await receive(fee, THURSDAY)
  expect(await close(FRIDAY)).toMatchObject({ code: 200 })
  await reopen(THURSDAY)
  expect((await dayAt(SATURDAY)).earlier).toEqual([])

  const undone = { lineId: line, reason: '付款人说是另一家的' }
  expect(await cashier.post('/staff/statement/undo', undone)).toMatchObject({ code: 200 })
  expect(await entriesAt(SATURDAY)).toMatchObject([{ day: THURSDAY, amount: -fee.fee.amount, isLate: true }])
  expect(await dayAt(SATURDAY)).toMatchObject({ all: { count: 1, net: -fee.fee.amount }, earlier: [] })
})
