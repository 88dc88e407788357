import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sumAmounts } from '#lib/money.ts'
import { type Fee, fees, setUpBankStatements } from '#test/setups/money/bankStatements.ts'
import { site } from '#test/setups/site.ts'
import { asStaff } from '#test/support/make.ts'

setUpBankStatements()

type Staff = Awaited<ReturnType<typeof asStaff>>
let cashier: Staff
let other: Staff

/** Sets the clock of the association to ten o'clock of a day; who works then has signed in that morning. */
async function on(day: string) {
  vi.setSystemTime(new Date(`${day}T10:00:00+08:00`))
  cashier = await asStaff(site, 'cashier')
  other = await asStaff(site, 'admin')
}
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

const ask = async (path: string, query: object = {}) => (await cashier.get(path, { ...query })).data
const dayAt = (day: string) => ask('/staff/closing/day', { day })
const entriesAt = async (day: string) => (await ask('/staff/closing/entries', { day, pageSize: 100 })).list
async function close(day: string) {
  const { version } = await dayAt(day)
  expect(await cashier.post('/staff/closing/close', { day, version })).toMatchObject({ code: 200 })
}
/** All that was fixed of a month by its closes, and its vouchers. */
async function fixedOf(month: string) {
  const { days, unclosed } = await ask('/staff/closing/month', { month })
  expect(unclosed).toBe(0)
  const fixed = days.map(({ day, number, fixed }: { day: string; number: number; fixed: number }) => [
    day,
    number,
    fixed,
  ])
  return { fixed, vouchers: await ask('/staff/voucher/list', { month }) }
}

const receivableId = ({ fee }: Fee) => fee.id * 100 + 1
const share = ({ fee }: Fee) => ({ payable: 'memberFee', payableId: fee.id, amount: fee.amount })
async function pay(of: Fee, paidOn: string, amount = of.fee.amount): Promise<number> {
  const { fee, name } = of
  const shares = [{ ...share(of), amount: Math.min(amount, fee.amount) }]
  const { code, data } = await cashier.post('/staff/received/record', {
    way: 'cash',
    paidOn,
    payer: name,
    amount,
    shares,
  })
  expect(code).toBe(200)
  return data.id
}
async function giveBack(id: number, amount: number, paidOn: string) {
  const to = { payee: '某公司', account: '6222000011112222' }
  const { data } = await cashier.post('/staff/refund/ask', { id, amount, reason: '多缴', ...to })
  const detail = () => ask('/staff/refund/detail', { id: data.id })
  expect(await other.post('/staff/approval/agree', { id: (await detail()).approvalId })).toMatchObject({ code: 200 })
  const { version } = await detail()
  const slip = { id: data.id, version, paidOn, slipNumber: `HD-${data.id}` }
  expect(await cashier.post('/staff/refund/pay', slip)).toMatchObject({ code: 200 })
}
/** Net of all entries that the closes of these days and the next one have or would have. */
const netOf = async (days: readonly string[]) =>
  sumAmounts((await Promise.all(days.map(entriesAt))).flat().map(({ amount }) => amount))

test('what is refunded after its month was closed stands in its own day, and the closed month stays as it was', async () => {
  const [whole, part] = fees as [Fee, Fee]
  await on('2033-03-30')
  await pay(whole, '2033-03-30')
  await pay(part, '2033-03-30')
  await on('2033-03-31')
  await close('2033-03-30')
  await on('2033-04-01')
  const march = await fixedOf('2033-03')
  const closed = await dayAt('2033-03-30')
  const received = sumAmounts([whole.fee.amount, part.fee.amount])
  expect(closed).toMatchObject({ all: { received, refunded: 0, net: received, count: 2 } })

  await on('2033-04-02')
  await giveBack(receivableId(whole), whole.fee.amount, '2033-04-02')
  // The bank has sent it the day before; the colleague enters the slip today.
  await giveBack(receivableId(part), 12.34, '2033-04-01')
  expect(await dayAt('2033-03-30')).toMatchObject({ all: closed.all, waiting: { count: 0, net: 0 } })
  expect(await fixedOf('2033-03')).toEqual(march)
  expect(await entriesAt('2033-04-01')).toMatchObject([{ direction: 'refund', amount: -12.34, isLate: false }])
  expect(await entriesAt('2033-04-02')).toMatchObject([
    { direction: 'refund', amount: -whole.fee.amount, isLate: false },
  ])
  await on('2033-04-03')
  await close('2033-04-01')
  await close('2033-04-02')
  expect(await fixedOf('2033-03')).toEqual(march)
  const { vouchers } = await fixedOf('2033-04')
  const back = sumAmounts([whole.fee.amount, 12.34])
  expect(vouchers).toMatchObject({ debit: -back, credit: -back })
  expect(await netOf(['2033-03-30', '2033-04-01', '2033-04-02'])).toBe(sumAmounts([received, -back]))
})

test('a refund of a day that is closed already comes in the next close as 补记', async () => {
  const [, , one] = fees as [Fee, Fee, Fee]
  await on('2033-05-10')
  await pay(one, '2033-05-10')
  await on('2033-05-12')
  await close('2033-05-10')
  await close('2033-05-11')
  const closed = await dayAt('2033-05-11')
  await giveBack(receivableId(one), 50, '2033-05-11')
  expect((await dayAt('2033-05-11')).all).toEqual(closed.all)
  expect(await dayAt('2033-05-11')).toMatchObject({ waiting: { count: 1, net: -50 } })
  expect(await entriesAt('2033-05-12')).toMatchObject([{ day: '2033-05-11', amount: -50, isLate: true }])
})

test('an allocation that is taken back after its month was closed comes as 补记, its money as a credit with it', async () => {
  const [, , , wrong, right] = fees as [Fee, Fee, Fee, Fee, Fee]
  await on('2033-06-29')
  const id = await pay(wrong, '2033-06-29')
  await on('2033-06-30')
  await close('2033-06-29')
  await on('2033-07-01')
  const june = await fixedOf('2033-06')
  const closed = await dayAt('2033-06-29')
  const [entry] = (await ask('/staff/received/detail', { id })).entries
  const taken = await cashier.post('/staff/received/takeBack', { entry: entry.entry, reason: '记到了另一家' })
  expect(taken).toMatchObject({ code: 200, data: { credit: wrong.fee.amount } })
  expect((await dayAt('2033-06-29')).all).toEqual(closed.all)
  const late = await entriesAt('2033-07-01')
  expect(late).toMatchObject([
    { kind: 'memberFee', day: '2033-06-29', amount: -wrong.fee.amount, isLate: true },
    { kind: 'surplus', day: '2033-06-29', amount: wrong.fee.amount, isLate: true },
  ])

  // Given to whom it is for on the same day: the credit goes as it came.
  const amount = Math.min(wrong.fee.amount, right.fee.amount)
  const given = await cashier.post('/staff/received/allocate', { id, shares: [{ ...share(right), amount }] })
  expect(given).toMatchObject({ code: 200 })
  await on('2033-07-02')
  await close('2033-07-01')
  expect(await fixedOf('2033-06')).toEqual(june)
  const { days } = await ask('/staff/closing/month', { month: '2033-06' })
  expect(days[0]).toMatchObject({ fixed: wrong.fee.amount, difference: 0 })
  expect((await dayAt('2033-07-01')).all).toMatchObject({ received: 0, refunded: 0, net: 0 })
  const { vouchers } = await fixedOf('2033-07')
  expect(vouchers).toMatchObject({ debit: 0, credit: 0 })
  const [{ lines }] = vouchers.vouchers
  expect(sumAmounts(lines.map(({ credit }: { credit: number }) => credit))).toBe(0)
  expect(lines).toContainEqual(expect.objectContaining({ code: '4201' }))
})

test('a payment that never came, cancelled after its day was closed, is taken out of the next day', async () => {
  const [, , , , , of] = fees as [Fee, Fee, Fee, Fee, Fee, Fee]
  await on('2033-08-30')
  const id = await pay(of, '2033-08-30', of.fee.amount + 10)
  await on('2033-09-01')
  await close('2033-08-30')
  const august = await fixedOf('2033-08')
  expect(await cashier.post('/staff/received/cancel', { id, reason: '假币' })).toMatchObject({ code: 200 })
  expect(await fixedOf('2033-08')).toMatchObject({ fixed: august.fixed, vouchers: august.vouchers })
  const late = await entriesAt('2033-09-01')
  expect(late.every(({ isLate, day }: { isLate: boolean; day: string }) => isLate && day === '2033-08-30')).toBe(true)
  expect(sumAmounts(late.map(({ amount }: { amount: number }) => amount))).toBe(-(of.fee.amount + 10))
  await on('2033-09-02')
  await close('2033-09-01')
  expect(await netOf(['2033-08-30', '2033-09-01'])).toBe(0)
})
