import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { formatYuan, sumAmounts } from '#lib/money.ts'
import { allocation, payment } from '#modules/ledger/server/tables.ts'
import { writeFees } from '#modules/membership/server/feeRows.ts'
import { message } from '#modules/messages/server/tables.ts'
import { cashier, onThePhone, orderFor, orderOf, other, oweFee, setUpPayments } from '#test/setups/payments.ts'
import { site } from '#test/setups/site.ts'
import { staffSession } from '#test/support/make.ts'
import { importPayments } from '#test/support/statements.ts'

setUpPayments()

let cookie: { cookie: string }
beforeAll(async () => {
  cookie = await staffSession(site, 'cashier')
})

type Owed = Awaited<ReturnType<typeof oweFee>>
const share = ({ feeId, amount }: Owed) => ({ payable: 'memberFee', payableId: feeId, amount })
const lineFor = async (...owed: Owed[]) => {
  const amount = sumAmounts(owed.map(one => one.amount))
  return (await importPayments(site, cookie, { amount, payer: '清源', remark: '会费' })).lines[0].id as number
}
const accept = (by: typeof cashier, lineId: number, ...owed: Owed[]) =>
  by.post('/staff/statement/accept', { lineId, shares: owed.map(share) })
const receivable = async ({ id }: Owed) => (await cashier.get('/staff/receivable/detail', { id })).data
const lineOf = async (id: number) =>
  (await site.services.db.execute<{ state: string }>(sql`select state from bank_line where id = ${id}`)).rows[0]!.state
const creditsWaiting = async () => {
  const { tasks } = (await cashier.get('/staff/overview')).data
  return tasks.find(({ code }: { code: string }) => code === 'paymentCredits')?.count ?? 0
}
const arrivals = async ({ feeId }: Owed) => {
  const { db } = site.services
  const told = await db
    .select()
    .from(message)
    .where(sql`${message.objectType} = 'memberFee' and ${message.objectId} = ${feeId}`)
  return told.filter(({ title }) => title.includes('已到账')).length
}

/** What came is all there, to the fen: of each payment its allocations, of each fee what it asks for. */
async function nothingLost(came: number, ...owed: Owed[]) {
  const { db } = site.services
  for (const one of owed)
    expect(await receivable(one)).toMatchObject({ state: 'paid', received: one.amount, open: 0, amount: one.amount })
  const payments = await db.select().from(payment)
  const entries = await db.select().from(allocation)
  for (const { id, amount, cancelledAt } of payments) {
    const given = entries.filter(({ paymentId }) => paymentId === id).map(entry => entry.amount)
    expect(sumAmounts(given)).toBe(cancelledAt ? 0 : amount)
  }
  const ids = new Set(
    entries.filter(({ receivableId }) => owed.some(({ id }) => id === receivableId)).map(({ paymentId }) => paymentId),
  )
  for (const { id, way, remark } of payments) if (way === 'online' && remark.includes(String(year))) ids.add(id)
  const sum = payments.filter(({ id, cancelledAt }) => ids.has(id) && !cancelledAt).map(({ amount }) => amount)
  expect(sumAmounts(sum)).toBe(came)
}

/** One year for each story, so that its fees are its own. */
let year = 2060
const nextFee = () => oweFee(++year)
const SOONER_OR_LATER = [1, 2, 3, 4]

test.each(SOONER_OR_LATER)(
  'the member pays online while the cashier accepts the bank’s line: the fee is paid once, nothing is lost (%i)',
  async () => {
    const fee = await nextFee()
    const number = await orderFor([fee.id])
    const line = await lineFor(fee)
    const credits = await creditsWaiting()
    const [, said] = await Promise.all([onThePhone(number, 'twice'), accept(cashier, line, fee)])
    const order = await orderOf(number)
    expect(order.state).toBe('paid')
    if (said.code === 200) {
      // The bank was first: what came online waits as a credit, as both read.
      expect(order.items).toMatchObject([{ stateName: '多付待退' }])
      expect(await creditsWaiting()).toBe(credits + 1)
      const told = eq(message.route, `/admin/user/payments/${number}`)
      expect(await site.services.db.select().from(message).where(told)).toMatchObject([
        { title: `您在线支付的 ${formatYuan(fee.amount)} 元记为余款` },
      ])
      await nothingLost(2 * fee.amount, fee)
    } else {
      expect(said).toMatchObject({ code: 409, msg: expect.stringContaining('不能再入账') })
      expect(order.items).toMatchObject([{ state: 'booked' }])
      expect(await lineOf(line)).toBe('open')
      await nothingLost(fee.amount, fee)
      // The line is money, too: without anything left to pay for it is a credit.
      expect(await accept(cashier, line)).toMatchObject({ code: 200 })
      expect(await creditsWaiting()).toBe(credits + 1)
    }
    expect(await arrivals(fee)).toBe(1)
  },
)

test.each(SOONER_OR_LATER)(
  'two cashiers accept two lines for one fee: one does, the other reads why not, and its line waits (%i)',
  async () => {
    const fee = await nextFee()
    const lines = [await lineFor(fee), await lineFor(fee)] as const
    const said = await Promise.all([accept(cashier, lines[0], fee), accept(other, lines[1], fee)])
    expect(said.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect(said.find(({ code }) => code === 409)!.msg).toContain('不能再入账')
    expect((await Promise.all(lines.map(lineOf))).toSorted()).toEqual(['accepted', 'open'])
    await nothingLost(fee.amount, fee)
    expect(await arrivals(fee)).toBe(1)
  },
)

test.each(SOONER_OR_LATER)(
  'a slip is confirmed while the provider tells of the payment: the fee is paid once, the second is a credit (%i)',
  async () => {
    const fee = await nextFee()
    const number = await orderFor([fee.id])
    const { db } = site.services
    const [claimed] = await writeFees({ db }, [fee.feeId], {
      state: 'claimed',
      paidOn: dayOf(new Date()),
      payer: '清源',
    })
    const slip = { id: fee.feeId, version: claimed!.version, action: 'confirm' }
    const [, said] = await Promise.all([onThePhone(number), cashier.post('/staff/fee/settle', slip)])
    const order = await orderOf(number)
    expect(order.state).toBe('paid')
    if (said.code === 200) {
      expect(order.items).toMatchObject([{ stateName: '多付待退' }])
      await nothingLost(2 * fee.amount, fee)
    } else {
      expect(said).toMatchObject({ code: 409, msg: expect.stringMatching(/已由|已有变化/) })
      expect(order.items).toMatchObject([{ state: 'booked' }])
      await nothingLost(fee.amount, fee)
    }
    expect(await arrivals(fee)).toBe(1)
  },
)

test.each(SOONER_OR_LATER)(
  'two fees are paid online while the bank’s line is given to both, in another order (%i)',
  async () => {
    const [one, two] = [await nextFee(), await nextFee()]
    const number = await orderFor([one.id, two.id])
    const line = await lineFor(one, two)
    const came = one.amount + two.amount
    const [, said] = await Promise.all([onThePhone(number), accept(cashier, line, two, one)])
    expect([200, 409]).toContain(said.code)
    for (const fee of [one, two]) expect(await receivable(fee)).toMatchObject({ received: fee.amount, open: 0 })
    const { items } = await orderOf(number)
    const states = items.map(({ state }: { state: string }) => state)
    expect(states).toEqual(said.code === 200 ? ['surplus', 'surplus'] : ['booked', 'booked'])
    const [sum] = await site.services.db
      .select({ amount: sql`sum(${payment.amount})`.mapWith(Number) })
      .from(payment)
      .where(
        sql`${payment.number} = ${number} or ${payment.id} in (select payment_id from bank_line where id = ${line})`,
      )
    expect(sum!.amount).toBe(said.code === 200 ? 2 * came : came)
  },
)

test.each(SOONER_OR_LATER)(
  'a colleague clicks twice, and both requests arrive at once: it is one payment (%i)',
  async () => {
    const fee = await nextFee()
    const sent = { way: 'cash', paidOn: dayOf(new Date()), payer: '清源', amount: fee.amount, shares: [share(fee)] }
    const once = `twice-${year}`
    const said = await Promise.all([1, 2, 3].map(() => cashier.post('/staff/received/record', { ...sent, once })))
    expect(said.map(({ code }) => code)).toEqual([200, 200, 200])
    expect(new Set(said.map(({ data }) => data.id)).size).toBe(1)
    await nothingLost(fee.amount, fee)
  },
)

test.each(SOONER_OR_LATER)('a colleague clicks twice for money without a clue: it is one payment (%i)', async turn => {
  const sent = { way: 'cash', paidOn: dayOf(new Date()), payer: '某人', amount: 66, shares: [], once: `clue-${turn}` }
  const said = await Promise.all([1, 2, 3].map(() => cashier.post('/staff/received/record', sent)))
  expect(said.map(({ code }) => code)).toEqual([200, 200, 200])
  expect(new Set(said.map(({ data }) => data.id)).size).toBe(1)
})
