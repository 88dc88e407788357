import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { sumAmounts } from '#lib/money.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { message } from '#modules/messages/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { cashier, onThePhone, orderFor, orderOf, oweFee, payer, setUpPayments } from '#test/setups/payments.ts'
import { site } from '#test/setups/site.ts'
import { signInAs } from '#test/support/make.ts'
import { by, byName, expectNarrowed, expectSorted, openRegister } from '#test/support/registers.ts'
import { paymentItem, paymentOrder } from '../server/tables.ts'
import { checkOpenOrders } from './server/closing.ts'

setUpPayments()

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const receivable = async (id: number) => (await cashier.get('/staff/receivable/detail', { id })).data

test('two fees are paid at once by a code: the order waits, the provider says paid, the register knows both', async () => {
  const [one, two] = [await oweFee(2041), await oweFee(2042)]
  const { ways, owed } = (await payer.get('/member/payment/due')).data
  expect(ways).toContainEqual({ provider: 'wechatPay', providerName: '微信支付', scene: 'code', sceneName: '扫码' })
  expect(owed.filter(({ id }: { id: number }) => id === one.id)).toMatchObject([
    { kindName: '会费', about: '2041 年度会费', amount: one.amount, dueOn: '2041-06-30', waiting: null },
  ])
  const number = await orderFor([one.id, two.id])
  expect(await orderOf(number)).toMatchObject({
    state: 'waiting',
    stateName: '等待支付',
    amount: sumAmounts([one.amount, two.amount]),
    providerName: '微信支付',
    door: { kind: 'code', text: expect.stringContaining(number) },
    items: [{ about: '2041 年度会费', state: 'open' }, { about: '2042 年度会费' }],
  })
  expect((await orderOf(number)).secondsLeft).toBeGreaterThan(1700)
  const again = await payer.post('/member/payment/order', { ids: [two.id], provider: 'wechatPay', scene: 'code' })
  expect(again).toMatchObject({ code: 409, msg: expect.stringContaining(number) })
  const waiting = (await payer.get('/member/payment/due')).data.owed.find(({ id }: { id: number }) => id === two.id)
  expect(waiting.waiting).toBe(number)

  await onThePhone(number)
  expect(await orderOf(number)).toMatchObject({
    state: 'paid',
    door: null,
    secondsLeft: 0,
    paidTime: expect.stringMatching(/^\d{4}/),
    items: [{ state: 'booked', stateName: '已入账' }, { state: 'booked' }],
  })
  const [{ id: seriesId }] = (await cashier.get('/staff/record/list', { type: 'receiptSeries' })).data.list
  expect((await cashier.post('/staff/receipt/issue', { ids: [one.id], seriesId })).data).toMatchObject([{ done: true }])
  const papers = (await orderOf(number)).items.map(({ papers }: { papers: object[] }) => papers[0])
  expect(papers).toEqual([
    {
      paper: 'receipt',
      paperName: '收据',
      state: 'issued',
      number: expect.any(String),
      words: expect.stringMatching(/^已开具/),
    },
    { paper: 'receipt', paperName: '收据', state: 'onRequest', number: '', words: '需要时请与协会联系开具' },
  ])
  for (const { id } of [one, two])
    expect(await receivable(id)).toMatchObject({ state: 'paid', paidOn: dayOf(new Date()) })
  expect((await payer.get('/member/payment/due')).data.owed.some(({ id }: { id: number }) => id === one.id)).toBe(false)
  const rows = await site.services.db.select().from(auditEvent).where(eq(auditEvent.action, 'payment.paid'))
  expect(rows).toHaveLength(1)
})

test('told twice at the same moment it is booked once', async () => {
  const { id } = await oweFee(2043)
  const number = await orderFor([id])
  await onThePhone(number, 'twice')
  await onThePhone(number, 'twice')
  expect((await orderOf(number)).state).toBe('paid')
  const rows = await site.services.db.select().from(auditEvent).where(eq(auditEvent.action, 'payment.paid'))
  expect(rows.filter(({ objectName }) => objectName.startsWith(number))).toHaveLength(1)
})

test('what no callback told is asked for; nobody but who made an order sees it', async () => {
  const { id } = await oweFee(2044)
  const number = await orderFor([id])
  await onThePhone(number, 'silent')
  expect((await orderOf(number)).state).toBe('waiting')
  const stranger = site.as(await signInAs(site, 'taishan'))
  expect((await stranger.get('/member/payment/order', { number })).code).toBe(404)
  expect((await stranger.post('/member/payment/order', { ids: [id], provider: 'wechatPay', scene: 'code' })).code).toBe(
    404,
  )
  const asked = await payer.post('/member/payment/ask', { number })
  expect(asked.data).toEqual({ state: 'paid', stateName: '已支付' })
  const unasked = await orderFor([(await oweFee(2045)).id])
  await onThePhone(unasked, 'silent')
  await checkOpenOrders(site.ctx())
  expect((await orderOf(unasked)).state).toBe('paid')
})

test('an order that nobody pays is closed, there first, and what it was for may be paid anew', async () => {
  const { id } = await oweFee(2046)
  const number = await orderFor([id])
  await checkOpenOrders(site.ctx(inMinutes(29)))
  expect((await orderOf(number)).state).toBe('waiting')
  await checkOpenOrders(site.ctx(inMinutes(31)))
  expect(await orderOf(number)).toMatchObject({ state: 'closed', reason: '超过支付时间', door: null })
  await onThePhone(number)
  expect((await orderOf(number)).state, 'closed there, too').toBe('closed')
  const second = await orderFor([id])
  expect((await payer.post('/member/payment/close', { number: second })).data).toMatchObject({ state: 'closed' })
  expect((await orderOf(second)).reason).toBe('付款人取消')
  const third = await orderFor([id])
  await onThePhone(third)
  expect((await orderOf(third)).state).toBe('paid')
})

test('what was paid otherwise closes the order; what is paid all the same is kept as paid too much', async () => {
  const { id, feeId } = await oweFee(2047)
  const number = await orderFor([id])
  const { db } = site.services
  await onThePhone(number, 'silent')
  await payByTransfer(feeId)
  await checkOpenOrders(site.ctx())
  const [order] = await db.select().from(paymentOrder).where(eq(paymentOrder.number, number))
  expect(order!.state).toBe('paid')
  const items = await db.select().from(paymentItem).where(eq(paymentItem.orderId, order!.id))
  expect(items).toMatchObject([{ state: 'surplus', note: expect.stringContaining('会费') }])
  expect(await orderOf(number)).toMatchObject({ items: [{ stateName: '多付待退' }] })

  const unpaid = await oweFee(2048)
  const idle = await orderFor([unpaid.id])
  await payByTransfer(unpaid.feeId)
  await checkOpenOrders(site.ctx())
  expect(await orderOf(idle)).toMatchObject({ state: 'closed', reason: '款项已另行缴纳或有变化' })
  const list = async (query: Record<string, number>) => (await payer.get('/member/payment/list', query)).data.list
  expect((await list({ pageSize: 1 }))[0]).toMatchObject({ number: idle, about: expect.stringContaining('2048') })
  expect((await list({ pageSize: 1, pageNum: 2 }))[0].number).toBe(number)
  expect(await list({ pageSize: 3 })).toHaveLength(3)
})

/** A transfer that the bank's statement shows. */
async function payByTransfer(feeId: number) {
  const kind = receivableKind('memberFee')!
  await site.services.db.transaction(async db => {
    const ctx = { ...site.ctx(), db }
    await kind.pay(ctx, await kind.lock(ctx, feeId), { paidOn: dayOf(new Date()), payer: '清源' })
  })
}

test('Alipay, by code and on its page: said by its notice, asked for where none came, closed there at the end', async () => {
  const provider = 'alipay'
  const byCode = await orderFor([(await oweFee(2049)).id], provider, 'code')
  expect((await orderOf(byCode)).door).toEqual({ kind: 'code', text: expect.stringContaining(byCode) })
  await checkOpenOrders(site.ctx())
  expect((await orderOf(byCode)).state, 'nobody has scanned it yet').toBe('waiting')
  await onThePhone(byCode, 'twice', { provider })
  expect(await orderOf(byCode)).toMatchObject({ state: 'paid', providerName: '支付宝', items: [{ state: 'booked' }] })

  const onPage = await orderFor([(await oweFee(2050)).id], provider, 'page')
  const { door } = await orderOf(onPage)
  expect(door.kind).toBe('page')
  expect(await (await fetch(door.url)).text()).toContain(onPage)
  await onThePhone(onPage, 'forged', { provider })
  await onThePhone(onPage, 'wrongSum', { provider })
  expect((await orderOf(onPage)).state).toBe('waiting')
  expect((await payer.post('/member/payment/ask', { number: onPage })).data.state).toBe('paid')

  const idle = await orderFor([(await oweFee(2051)).id], provider, 'page')
  await checkOpenOrders(site.ctx(inMinutes(31)))
  expect((await orderOf(idle)).state).toBe('closed')
})

test('what was paid too much goes back, and no rule issues an invoice for it', async () => {
  const form = {
    name: '多付款发票',
    paper: 'invoice',
    kinds: ['surplus'],
    automatic: 'no',
    item: '服务费',
    taxCode: '',
    taxRate: '0.06',
  }
  const saved = await cashier.post('/staff/record/save', { type: 'eInvoiceRule', form })
  expect(saved).toMatchObject({ code: 400, data: { fields: { kinds: expect.any(String) } } })
  expect(Object.keys(saved.data.fields)).toEqual(['kinds'])
})

test('the cashier has all orders in a register, and asks the provider about one', async () => {
  const register = await openRegister(site, '/staff/payment', 'cashier')
  const { rows } = await register.list()
  const number = await orderFor([(await oweFee(2052)).id])
  const [open] = (await register.list({ key: number })).rows
  const late = await site.services.db.select().from(paymentOrder)
  await site.services.db
    .update(paymentOrder)
    .set({ createdAt: new Date('2026-01-02T04:00:00Z') })
    .where(eq(paymentOrder.id, late[0]!.id))
  await site.services.db
    .update(paymentOrder)
    .set({ paidAt: new Date('2026-01-02T05:00:00Z'), payer: '安徽示例公司' })
    .where(eq(paymentOrder.id, late[0]!.id))
  const on = (at: string | null) => (at ? dayOf(new Date(at)) : '')
  await expectNarrowed(register, [
    [{ key: number }, row => row.number === number],
    [{ provider: 'alipay' }, row => row.providerName === '支付宝'],
    [{ state: 'closed' }, row => row.state === 'closed'],
    [{ madeFrom: '2026-01-03' }, row => on(row.createdTime) >= '2026-01-03'],
    [{ madeTo: '2026-01-02' }, row => on(row.createdTime) <= '2026-01-02'],
    [{ paidFrom: '2026-01-03' }, row => on(row.paidTime) >= '2026-01-03'],
    [{ paidTo: '2026-01-02' }, row => row.paidTime !== null && on(row.paidTime) <= '2026-01-02'],
  ])
  expect((await register.list({ surplus: 'yes' })).total).toBe(1)
  expect((await register.list({ surplus: 'no' })).total).toBe(rows.length)
  await expectSorted(
    register,
    { columns: 'number,payer,amount,createdTime,paidTime' },
    {
      payer: byName(row => row.payer),
      amount: by(row => row.amount),
      createdTime: by(row => row.createdTime),
      paidTime: by(row => row.paidTime ?? '9'),
    },
  )
  const detail = async (id: number) => (await cashier.get('/staff/payment/detail', { id })).data
  const [surplus] = (await register.list({ surplus: 'yes' })).rows
  expect((await detail(surplus!.id)).items[0]).toMatchObject({
    stateName: '多付待退',
    note: expect.stringContaining('会费'),
  })
  const [closed] = (await register.list({ state: 'closed' })).rows
  expect(await detail(closed!.id)).toMatchObject({
    closedTime: expect.stringMatching(/^\d{4}/),
    reason: expect.stringMatching(/./),
  })
  await onThePhone(number, 'silent')
  expect((await cashier.post('/staff/payment/ask', { id: open!.id })).data).toEqual({
    id: open!.id,
    state: 'paid',
    stateName: '已支付',
  })
  expect(await detail(open!.id)).toMatchObject({
    transactionId: expect.stringMatching(/^42/),
    merchant: expect.stringMatching(/^\d+$/),
    heardTime: expect.stringMatching(/^\d{4}/),
    sceneName: '扫码',
  })
  expect((await site.get('/config/public')).data.parts).toContain('payments')

  expect((await register.workbook()).length).toBeGreaterThan(1)
  expect(await register.workbook({ ids: String(open!.id) })).toHaveLength(1)
  expect((await register.workbook({ surplus: 'yes' })).length).toBe(1)
  expect((await register.workbook({ refunded: 'yes' })).length).toBe(0)
  expect(Object.keys((await register.workbook({ columns: 'number,amount' }))[0]!)).toEqual(['订单号', '金额（元）'])
  expect(Object.keys((await register.workbook({ columns: 'number,about' }))[0]!)).toEqual(['订单号', '款项'])
  const page = async (query: object) => (await cashier.get('/staff/payment/list', { ...query })).data.list
  const [one, two] = await page({ pageSize: 2 })
  expect(await page({ pageSize: 1 })).toEqual([one])
  expect(await page({ pageSize: 1, pageNum: 2 })).toEqual([two])
})

test('who pays the fee of an application online is told that it has come, and nothing of a slip', async () => {
  const { db } = site.services
  const [of] = await db
    .select({ id: application.id, userName: account.userName, accountId: account.id })
    .from(application)
    .innerJoin(account, eq(account.id, application.accountId))
    .where(eq(application.state, 'unpaid'))
    .limit(1)
  const applicant = site.as(await signInAs(site, of!.userName))
  const before = await db.$count(message, eq(message.accountId, of!.accountId))
  const { owed } = (await applicant.get('/member/payment/due')).data
  const ids = owed.map(({ id }: { id: number }) => id)
  const { number } = (await applicant.post('/member/payment/order', { ids, provider: 'wechatPay', scene: 'code' })).data
  await onThePhone(number)
  const [after] = await db.select().from(application).where(eq(application.id, of!.id))
  expect(after!.state).not.toMatch(/^(unpaid|paying)$/)
  const told = await db.select().from(message).where(eq(message.accountId, of!.accountId)).orderBy(message.id)
  expect(told.length).toBeGreaterThan(before)
  expect(told.slice(before).filter(({ title }) => title.includes('凭证'))).toEqual([])
  const words = told
    .slice(before)
    .map(({ content }) => content)
    .join('\n')
  expect(words).toMatch(/微信支付 \d{4}-\d{2}-\d{2} 到账/)
  expect(words, 'money that came is no opinion of a reviewer').not.toContain('审核意见')
})
