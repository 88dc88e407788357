import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sumAmounts } from '#lib/money.ts'
import { allocation, payment } from '#modules/ledger/server/tables.ts'
import {
  cashier,
  csv,
  type Fee,
  fees,
  linesOf,
  other,
  setUpBankStatements,
  stateOf,
  upload,
} from '#test/setups/money/bankStatements.ts'
import { site } from '#test/setups/site.ts'

setUpBankStatements({ WRITES_PER_MINUTE: '5000' })

const share = ({ fee }: Fee, amount = fee.amount) => ({ payable: 'memberFee', payableId: fee.id, amount })
const idOf = ({ fee }: Fee) => fee.id * 100 + 1
const accept = (lineId: number, shares: object[], more: object = {}) =>
  cashier.post('/staff/statement/accept', { lineId, shares, ...more })
const record = (amount: number, shares: object[], more: object = {}) =>
  cashier.post('/staff/received/record', { way: 'cash', paidOn: '2025-03-03', payer: '某人', amount, shares, ...more })
const detail = async (id: number) => (await cashier.get('/staff/received/detail', { id })).data
const receivable = async (of: Fee) => (await cashier.get('/staff/receivable/detail', { id: idOf(of) })).data
let used = 0
/** Fees that no test has used yet. */
function fresh(count: number) {
  used += count
  return fees.slice(used - count, used) as [Fee, Fee, Fee, ...Fee[]]
}
let lines = 0
async function lineOf(amount: number, payer = '某集团财务公司', remark = ''): Promise<number> {
  const { data } = await upload(csv(`2025-03-04,${amount},${payer},,${remark},AL${lines++}`))
  return (await linesOf(data.id))[0].id
}

describe('money as it comes', () => {
  test('one transfer pays for three, and all three are members who have paid', async () => {
    const three = fresh(3)
    const sum = sumAmounts(three.map(({ fee }) => fee.amount))
    const line = await lineOf(sum, '某集团财务公司', `代付 ${three.map(({ number }) => number).join('、')}`)
    const answer = await accept(
      line,
      three.map(of => share(of)),
    )
    expect(answer).toMatchObject({ code: 200 })
    for (const { fee } of three)
      expect(await stateOf(fee.id)).toMatchObject({ state: 'confirmed', payer: '某集团财务公司' })
    expect(await detail(answer.data.paymentId)).toMatchObject({
      amount: sum,
      credit: 0,
      state: 'allocated',
      wayName: '银行流水入账',
    })
    expect(await cashier.post('/staff/statement/undo', { lineId: line, reason: '一家不是它付的' })).toMatchObject({
      code: 200,
    })
    for (const { fee } of three) expect((await stateOf(fee.id)).state).toBe('due')
    expect(await detail(answer.data.paymentId)).toMatchObject({ state: 'cancelled', credit: 0, entries: [] })
  })

  test('three transfers pay one fee, which is settled by the last of them and owed in part until then', async () => {
    const [of] = fresh(1)
    const parts = [0.5, 500, of.fee.amount - 500.5]
    for (const [i, part] of parts.entries()) {
      expect(await stateOf(of.fee.id)).toMatchObject({ state: 'due' })
      expect(await receivable(of)).toMatchObject({ received: sumAmounts(parts.slice(0, i)), state: 'due' })
      expect(await accept(await lineOf(part), [share(of, part)])).toMatchObject({ code: 200 })
    }
    expect(await stateOf(of.fee.id)).toMatchObject({ state: 'confirmed' })
    expect(await receivable(of)).toMatchObject({ received: of.fee.amount, open: 0, payments: [{}, {}, {}] })
  })

  test('what is missing by a bank’s charge is written off, within the limit alone and beyond it by two', async () => {
    const [near, far, tail] = fresh(3)
    const less = near.fee.amount - 0.01
    expect(await accept(await lineOf(less), [share(near, less)], { writeOff: true })).toMatchObject({ code: 200 })
    expect(await stateOf(near.fee.id)).toMatchObject({ state: 'confirmed' })
    expect((await receivable(near)).payments).toMatchObject([
      { amount: less, wayName: '银行流水入账' },
      { amount: 0.01, wayName: '差额核销' },
    ])
    const [atDoor] = fresh(1)
    const cash = sumAmounts([atDoor.fee.amount, -0.5])
    expect(await record(cash, [share(atDoor, cash)], { writeOff: true, remark: '没有零钱' })).toMatchObject({
      code: 200,
    })
    expect(await stateOf(atDoor.fee.id)).toMatchObject({ state: 'confirmed' })
    const rest = { payable: 'memberFee', payableId: tail.fee.id, reason: '汇款尾差', size: 'small' }
    const paid = sumAmounts([tail.fee.amount, -9.5])
    expect(await record(paid, [share(tail, paid)])).toMatchObject({ code: 200 })
    const changed = await cashier.post('/staff/received/writeOff', { ...rest, expected: 9 })
    expect(changed).toMatchObject({ code: 409, msg: expect.stringContaining('还欠 9.50 元') })
    const borne = await cashier.post('/staff/received/writeOff', { ...rest, expected: 9.5 })
    expect(borne).toMatchObject({ code: 200, data: { payable: 'memberFee', payableId: tail.fee.id } })
    expect((await receivable(tail)).payments).toMatchObject([{ amount: paid }, { amount: 9.5, wayName: '差额核销' }])
    const short = far.fee.amount - 100
    const tooMuch = await accept(await lineOf(short), [share(far, short)], { writeOff: true })
    expect(tooMuch).toMatchObject({ code: 400, msg: expect.stringContaining('差额 100 元超过 10 元') })
    expect(await accept(await lineOf(short), [share(far, short)])).toMatchObject({ code: 200 })
    const asked = { payable: 'memberFee', payableId: far.fee.id, expected: 100, reason: '理事会同意' }
    const small = await cashier.post('/staff/received/writeOff', { ...asked, size: 'small' })
    expect(small).toMatchObject({ code: 400, msg: expect.stringContaining('另一位同事复核') })
    const large = await cashier.post('/staff/received/writeOff', { ...asked, size: 'large' })
    expect(large.code).not.toBe(200)
    expect((await stateOf(far.fee.id)).state).toBe('due')
    const [waiting] = (await other.get('/staff/approval/list', {})).data.list
    expect(await other.post('/staff/approval/agree', { id: waiting.id })).toMatchObject({ code: 200 })
    expect(await stateOf(far.fee.id)).toMatchObject({ state: 'confirmed' })
  })

  test('what is too much stays the payer’s: given to another fee later, and paid back no more then', async () => {
    const [of, later] = fresh(2)
    const { data } = await record(of.fee.amount + later.fee.amount, [share(of)], { once: 'twice-clicked' })
    expect(data).toMatchObject({ credit: later.fee.amount, settled: 1 })
    const again = await record(of.fee.amount + later.fee.amount, [share(of)], { once: 'twice-clicked' })
    expect(again.data).toEqual(data)
    const { creditId } = await detail(data.id)
    const credit = (await cashier.get('/staff/receivable/detail', { id: creditId })).data
    expect(credit).toMatchObject({ kindName: '多付款', received: later.fee.amount, refundable: later.fee.amount })
    const refund = { id: creditId, amount: 1, reason: '多付', payee: '某人', account: '6222000011112222' }
    const asked = await cashier.post('/staff/refund/ask', refund)
    expect(asked).toMatchObject({ code: 200 })
    const give = () => cashier.post('/staff/received/allocate', { id: data.id, shares: [share(later)] })
    expect(await give()).toMatchObject({ code: 409, msg: expect.stringContaining('退款正在办理') })
    const { version } = (await cashier.get('/staff/refund/detail', { id: asked.data.id })).data
    await cashier.post('/staff/refund/withdraw', { id: asked.data.id, version, reason: '改为核销' })
    const both = await Promise.all([give(), give()])
    expect(both.map(({ code }) => code === 200).toSorted()).toEqual([false, true])
    expect(await stateOf(later.fee.id)).toMatchObject({ state: 'confirmed' })
    expect(await detail(data.id)).toMatchObject({ credit: 0, state: 'allocated', entries: [{}, {}] })
    expect((await cashier.get('/staff/receivable/detail', { id: creditId })).data).toMatchObject({ state: 'used' })
  })

  test('a wrong allocation is taken back to a credit; a payment that never came is cancelled whole', async () => {
    const [wrong, right] = fresh(2)
    const { data } = await record(wrong.fee.amount, [share(wrong)])
    const [entry] = (await detail(data.id)).entries
    expect(await cashier.post('/staff/received/takeBack', { entry: entry.entry, reason: '另一家的' })).toMatchObject({
      code: 200,
      data: { credit: wrong.fee.amount, settled: 0 },
    })
    expect((await stateOf(wrong.fee.id)).state).toBe('due')
    const twice = await cashier.post('/staff/received/takeBack', { entry: entry.entry, reason: '再撤' })
    expect(twice).toMatchObject({ code: 409 })
    const [kept, moved] = fresh(2)
    const both = (await record(kept.fee.amount + moved.fee.amount, [share(kept), share(moved)])).data
    const given = (await detail(both.id)).entries.find((one: { payableId: number }) => one.payableId === moved.fee.id)
    expect(await cashier.post('/staff/received/takeBack', { entry: given.entry, reason: '另一家的' })).toMatchObject({
      data: { id: both.id, credit: moved.fee.amount, settled: 1 },
    })
    expect(await stateOf(kept.fee.id)).toMatchObject({ state: 'confirmed' })
    const part = Math.min(wrong.fee.amount, right.fee.amount)
    await cashier.post('/staff/received/allocate', { id: data.id, shares: [share(right, part)] })
    expect(await cashier.post('/staff/received/cancel', { id: data.id, reason: '假币' })).toMatchObject({ code: 200 })
    expect((await stateOf(right.fee.id)).state).toBe('due')
    expect(await detail(data.id)).toMatchObject({ state: 'cancelled', credit: 0, cancelReason: '假币' })
    expect(await cashier.post('/staff/received/cancel', { id: data.id, reason: '再撤' })).toMatchObject({ code: 409 })
  })

  test('a fee that is cancelled gives back what was paid of it; one that is reduced to that is settled', async () => {
    const [gone, less] = fresh(2)
    const { data } = await record(300, [share(gone, 300)])
    const cancelled = await cashier.post('/staff/fee/cancelFor', {
      ids: [gone.fee.memberId],
      year: gone.fee.year,
      reason: '退会',
    })
    expect(cancelled.data).toMatchObject([{ done: true }])
    expect(await detail(data.id)).toMatchObject({ credit: 300, entries: [] })
    await record(500, [share(less, 500)])
    const adjust = async (amount: number) => {
      const { version } = await stateOf(less.fee.id)
      return cashier.post('/staff/fee/adjust', { id: less.fee.id, version, amount, reason: '理事会决议' })
    }
    expect(await adjust(499)).toMatchObject({ code: 400, msg: expect.stringContaining('已收 500 元') })
    expect(await adjust(600)).toMatchObject({ code: 200, data: { state: 'due' } })
    expect(await adjust(500)).toMatchObject({ code: 200, data: { state: 'confirmed' } })
    expect(await receivable(less)).toMatchObject({ amount: 500, received: 500, open: 0 })
  })

  test('many who pay at the door are recorded at once, as many yuan as was seen', async () => {
    const some = fresh(3)
    const many = { way: 'pos', paidOn: '2025-03-05', ids: some.map(idOf), remark: '年会现场' }
    const expected = sumAmounts(some.map(({ fee }) => fee.amount))
    const other = await cashier.post('/staff/received/recordMany', { ...many, expected: expected + 1 })
    expect(other).toMatchObject({ code: 409 })
    const { data } = await cashier.post('/staff/received/recordMany', { ...many, expected })
    expect(data).toMatchObject([{ done: true }, { done: true }, { done: true }])
    for (const { fee } of some)
      expect(await stateOf(fee.id)).toMatchObject({ state: 'confirmed', paidOn: '2025-03-05' })
    const found = (await cashier.get('/staff/received/list', { way: 'pos' })).data
    expect(found).toMatchObject({ total: 3, list: [{ wayName: 'POS 刷卡', remark: '年会现场' }, {}, {}] })
  })

  test('nothing is recorded with a wrong day, sum or receivable; each says why', async () => {
    const [of] = fresh(1)
    expect(await record(of.fee.amount, [share(of)], { paidOn: '2999-01-01' })).toMatchObject({
      code: 400,
      data: { fields: { paidOn: '不能晚于今天' } },
    })
    expect(await record(of.fee.amount, [share(of), share(of)])).toMatchObject({ code: 400 })
    expect(await record(1, [share(of)])).toMatchObject({ code: 400, msg: expect.stringContaining('超出到账') })
    expect(await record(1, [{ payable: 'nothing', payableId: 1, amount: 1 }])).toMatchObject({ code: 404 })
    expect(await record(1, [{ payable: 'surplus', payableId: 1, amount: 1 }])).toMatchObject({ code: 409 })
    expect((await stateOf(of.fee.id)).state).toBe('due')
  })
})

type Step = {
  act: 'record' | 'allocate' | 'takeBack' | 'cancel' | 'writeOff' | 'close'
  which: number
  share: number
  day: number
}
const DAYS = ['2024-01-01', '2024-01-02', '2024-01-03']
const step = fc.record({
  act: fc.constantFrom<Step['act']>('record', 'record', 'allocate', 'takeBack', 'cancel', 'writeOff', 'close'),
  which: fc.nat(5),
  share: fc.integer({ min: 1, max: 4 }),
  day: fc.nat(2),
})

test('over any order of recording, allocating, taking back, writing off and closing nothing is created or lost', async () => {
  const { db } = site.services
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 20 }), async steps => {
      const some = fresh(3)
      const made: number[] = []
      for (const { act, which, share: part, day } of steps) {
        const of = some[which % 3]!
        const { open } = await receivable(of)
        const amount = Math.max(0.01, Math.round((of.fee.amount * part) / 4))
        const given = Math.min(open, amount)
        const id = made[which % Math.max(1, made.length)]
        if (act === 'record') {
          const shares = given > 0 ? [share(of, given)] : []
          const { code, data } = await record(amount, shares, { paidOn: DAYS[day] })
          expect(code).toBe(200)
          made.push(data.id)
        } else if (act === 'allocate' && id && given > 0)
          await cashier.post('/staff/received/allocate', { id, shares: [share(of, given)] })
        else if (act === 'takeBack' && id) {
          const [entry] = (await detail(id)).entries
          if (entry) await cashier.post('/staff/received/takeBack', { entry: entry.entry, reason: '撤' })
        } else if (act === 'cancel' && id) await cashier.post('/staff/received/cancel', { id, reason: '撤' })
        else if (act === 'writeOff' && open > 0 && open <= 10)
          await cashier.post('/staff/received/writeOff', { ...share(of), expected: open, reason: '差', size: 'small' })
        else if (act === 'close') {
          const { version } = (await cashier.get('/staff/closing/day', { day: DAYS[day]! })).data
          await cashier.post('/staff/closing/close', { day: DAYS[day]!, version })
        }
        await checkSums(made, some)
      }
    }),
    { numRuns: 4 },
  )
  /** Each close has what it had when it was made, and each payment in force is allocated to the fen. */
  async function checkSums(made: readonly number[], some: readonly Fee[]) {
    for (const id of made) {
      const [of] = await db.select().from(payment).where(eq(payment.id, id))
      const entries = await db.select().from(allocation).where(eq(allocation.paymentId, id))
      const sum = sumAmounts(entries.map(({ amount }) => amount))
      expect(sum).toBe(of!.cancelledAt ? 0 : of!.amount)
    }
    for (const of of some) {
      const { received, open, amount } = await receivable(of)
      expect(sumAmounts([received, open])).toBe(amount)
      expect((await stateOf(of.fee.id)).state === 'confirmed').toBe(received === amount)
    }
    const { rows } = await db.execute<{ day: string }>(sql`
      select c.day::text as day from daily_close c left join (
        select e.close_id, sum(e.amount) filter (where e.direction = 'receipt') as received from close_entry e group by 1) e on e.close_id = c.id
      where c.reopened_at is null and c.received <> coalesce(e.received, 0)`)
    expect(rows).toEqual([])
    const doubled = await db.execute(sql`select movement_id from close_entry group by 1 having count(*) > 1`)
    expect(doubled.rows).toEqual([])
  }
})
