import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { outbox } from '#lib/server/outbox/tables.ts'
import { receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { message } from '#modules/messages/server/tables.ts'
import { eInvoice } from '#modules/money/server/tables.ts'
import {
  atPlatform,
  cashier,
  issue,
  nextPaid,
  ofPayment,
  paperOf,
  platformWill,
  setUpEInvoices,
  tell,
} from '#test/setups/money/eInvoices.ts'
import { site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { requestBlue } from './server/issueRequests.ts'
import { advanceDueRequests, advanceRequest } from './server/sending.ts'

setUpEInvoices()

const today = dayOf(new Date())
const detailOf = async (id: number) => (await cashier.get('/staff/receivable/detail', { id })).data
const later = (minutes: number) => advanceDueRequests(site.ctx(new Date(Date.now() + minutes * 60_000)))
const wordOf = ({ requestNumber, amount }: { requestNumber: string; amount: number }) => ({
  requestNumber,
  colour: amount < 0 ? 'red' : 'blue',
  amount: Math.abs(amount).toFixed(2),
})

describe('rules say which fee gets which paper', () => {
  test('dues get receipts and never an invoice; a kind stands in one rule; errors stand beside the field', async () => {
    const { list, provider } = (await cashier.get('/staff/record/list', { type: 'eInvoiceRule' })).data
    expect(provider).toBe('generic')
    const [dues, services] = list
    const save = (form: object, more: object = {}) =>
      cashier.post('/staff/record/save', { type: 'eInvoiceRule', form, ...more })
    const wrong = await save(
      { ...dues.values, paper: 'invoice', taxRate: '0.06' },
      { id: dues.id, version: dues.version },
    )
    expect(wrong).toMatchObject({ code: 400, data: { fields: { kinds: '会费只能开社会团体会费收据，不开发票' } } })
    const without = { ...services.values, taxRate: '' }
    expect(await save(without, { id: services.id, version: services.version })).toMatchObject({
      code: 400,
      data: { fields: { taxRate: '发票须选税率' } },
    })
    expect(await save({ ...services.values, name: '又一条' })).toMatchObject({
      code: 400,
      data: { fields: { kinds: expect.stringContaining('已在另一条规则里') } },
    })
    const trainer = await asStaff(site, await staffWith(site, ['trainer']))
    expect((await trainer.post('/staff/eInvoice/issue', { ids: [1] })).code).toBe(403)
  })
})

describe('a paper that the platform issues', () => {
  test('stands at its payment with PDF, OFD and XML, and reaches who paid by message and by mail', async () => {
    const paid = await nextPaid('assessmentFee')
    const [done] = await issue(paid.id)
    expect(done).toMatchObject({ id: paid.id, done: true, message: expect.stringMatching(/^已开具 \d{20}$/) })
    const one = await paperOf(paid.id)
    expect(one).toMatchObject({
      paperName: '数电发票',
      colourName: '蓝字',
      stateName: '已开',
      amount: paid.amount,
      issuedOn: today,
      receivableId: paid.id,
      problem: '',
    })
    expect(one.files.map(({ ext }) => ext)).toEqual(['pdf', 'ofd', 'xml'])
    expect(await detailOf(paid.id)).toMatchObject({ invoiceNumber: one.number, invoicedOn: today })
    const told = await site.services.db.select().from(message).where(eq(message.kind, 'qualification'))
    expect(told.filter(({ content }) => content.includes(one.number))).not.toHaveLength(0)
    expect(await issue(paid.id)).toMatchObject([{ done: false, message: `已开具 ${one.number}` }])
    const mails = await site.services.db.select().from(outbox).where(eq(outbox.channel, 'mail'))
    const mine = mails.filter(({ subject }) => subject?.includes(one.number))
    expect(mine).toHaveLength(one.email ? 1 : 0)
    const again = await cashier.post('/staff/eInvoice/resend', { id: one.id })
    expect(again).toMatchObject({ code: 200, data: { message: expect.stringContaining('已再发消息') } })
  })

  test('is a receipt for dues, never an invoice', async () => {
    const paid = await nextPaid('memberFee')
    expect((await ofPayment(paid.id)).paperName).toBe('社会团体会费收据')
    expect(await issue(paid.id)).toMatchObject([{ done: true }])
    expect(await paperOf(paid.id)).toMatchObject({ paper: 'duesReceipt', state: 'issued' })
  })

  test('is one, whoever asks for it at once', async () => {
    const paid = await nextPaid('memberFee')
    const all = await Promise.all(Array.from({ length: 6 }, () => issue(paid.id)))
    expect(all.flat().filter(({ done }: { done: boolean }) => done)).toHaveLength(1)
    expect((await ofPayment(paid.id)).list).toHaveLength(1)
  })

  test('is not lost and not doubled where the answer never arrives, or the program ends in between', async () => {
    const paid = await nextPaid('memberFee')
    await platformWill('cut')
    const [cut] = await issue(paid.id)
    await platformWill('issue')
    expect(cut.message).toContain('没有应答')
    const one = await paperOf(paid.id)
    expect(one).toMatchObject({ state: 'issuing', number: '' })
    expect(await issue(paid.id)).toMatchObject([{ done: false, message: '正在开具，请稍候' }])
    await later(2)
    expect(await paperOf(paid.id)).toMatchObject({ state: 'issued', requestNumber: one.requestNumber })
    // Written down as under way, and then the power went: the platform has never heard of it.
    const other = await nextPaid('memberFee')
    await requestBlue({ ...site.ctx(), config: { ...site.services.config, invoices: dead } }, other.id)
    expect(await paperOf(other.id)).toMatchObject({ state: 'issuing' })
    await later(2)
    expect(await paperOf(other.id)).toMatchObject({ state: 'issued' })
    expect((await ofPayment(other.id)).list).toHaveLength(1)
  })

  test('stays issued where a refusal, or that nobody answers, comes to an asking from before', async () => {
    const paid = await nextPaid('memberFee')
    await platformWill('hold')
    await issue(paid.id)
    await platformWill('issue')
    const [before] = await site.services.db
      .select()
      .from(eInvoice)
      .where(eq(eInvoice.id, (await paperOf(paid.id)).id))
    await atPlatform(before!.requestNumber, 'issue')
    await later(2)
    const { number } = await paperOf(paid.id)
    const { config } = site.services
    // The platform refuses whom it does not know.
    const stranger = { ...config, invoices: { ...config.invoices!, key: 'somebody' } }
    for (const other of [stranger, { ...config, invoices: dead }])
      expect(await advanceRequest({ ...site.ctx(), config: other }, before!)).toMatchObject({
        state: 'issued',
        problem: '',
      })
    expect(await paperOf(paid.id)).toMatchObject({ state: 'issued', number })
  })

  test('that fails says why, and is asked for again with another number', async () => {
    const paid = await nextPaid('memberFee')
    await platformWill('fail')
    expect(await issue(paid.id)).toMatchObject([{ done: false, message: expect.stringContaining('与税务登记不符') }])
    await platformWill('issue')
    const failed = await paperOf(paid.id)
    expect(failed).toMatchObject({ state: 'failed', problem: '购买方信息与税务登记不符' })
    expect(await issue(paid.id)).toMatchObject([{ done: true }])
    const after = await paperOf(paid.id)
    expect(after.state).toBe('issued')
    expect(after.requestNumber).not.toBe(failed.requestNumber)
  })
})

/** Provider settings with an unreachable endpoint. */
const dead = { provider: 'generic', endpoint: 'http://127.0.0.1:9', key: 'k', secret: 'x'.repeat(32) } as const

describe('what is told in the name of the platform', () => {
  test('is not believed when forged, replayed, late, of another sum or of another paper; and is taken once', async () => {
    const paid = await nextPaid('memberFee')
    await platformWill('hold')
    expect(await issue(paid.id)).toMatchObject([{ done: true, message: expect.stringContaining('已交给开票服务') }])
    await platformWill('issue')
    const one = await paperOf(paid.id)
    const issued = { ...wordOf(one), state: 'issued', number: '26119999000000000001', issuedOn: today }
    expect(await tell(issued, { secret: 'y'.repeat(64) })).toMatchObject({ status: 401, message: '签名不符' })
    expect(await tell(issued, { key: 'other' })).toMatchObject({ status: 401 })
    const old = String(Math.floor(Date.now() / 1000) - 400)
    expect(await tell(issued, { timestamp: old })).toMatchObject({ status: 401, message: '时间戳超出允许的范围' })
    expect(await tell({ ...issued, amount: '1.00' })).toMatchObject({
      status: 422,
      message: expect.stringContaining('金额'),
    })
    expect(await tell({ ...issued, colour: 'red' })).toMatchObject({ status: 422 })
    expect(await tell({ ...issued, requestNumber: 'E000' })).toMatchObject({ status: 422 })
    expect(await tell({ ...issued, number: '1' })).toMatchObject({ status: 422 })
    expect(await tell(issued, { body: 'x' })).toMatchObject({ status: 400 })
    expect(await paperOf(paid.id)).toMatchObject({ state: 'issuing', number: '' })

    await atPlatform(one.requestNumber, 'issue')
    await later(2)
    const { number } = await paperOf(paid.id)
    const true_ = { ...issued, number }
    const nonce = 'n'.repeat(24)
    expect(await tell(true_, { nonce })).toMatchObject({ status: 200 })
    expect(await tell(true_, { nonce })).toMatchObject({ status: 409, message: '这条通知已经收到过' })
    expect(await tell(true_)).toMatchObject({ status: 200 })
    expect(await tell(issued)).toMatchObject({ status: 422, message: expect.stringContaining('不符') })
    const late = { ...wordOf(one), state: 'failed', reason: '晚到的失败' }
    expect(await tell(late)).toMatchObject({ status: 422, message: expect.stringContaining('不能再说失败') })
    expect(await paperOf(paid.id)).toMatchObject({ state: 'issued', number })
    const rows = await site.services.db.select().from(eInvoice).where(eq(eInvoice.number, number))
    expect(rows).toHaveLength(1)
    const admin = await asStaff(site, 'admin')
    const { list } = (await admin.get('/staff/audit/list', { action: 'callback.refused', pageSize: 100 })).data
    expect(list.length).toBeGreaterThanOrEqual(9)
  })
})

describe('a red paper', () => {
  test('takes back a part and then the rest; its sums agree with what was issued, and another may be issued', async () => {
    const paid = await nextPaid('assessmentFee')
    await issue(paid.id)
    const blue = await paperOf(paid.id)
    const red = (amount: number, more: object = {}) =>
      cashier.post('/staff/eInvoice/red', { id: paid.id, amount, reason: '退款', ...more })
    expect(await red(paid.amount + 1)).toMatchObject({
      code: 400,
      data: { fields: { amount: expect.stringContaining('最多') } },
    })
    expect(await red(200, { confirmation: '2611000000000001' })).toMatchObject({ code: 200 })
    const [part] = (await ofPayment(paid.id)).list
    expect(part).toMatchObject({
      colour: 'red',
      amount: -200,
      blueNumber: blue.number,
      redReason: '退款',
      state: 'issued',
    })
    expect((await detailOf(paid.id)).redable).toBe(paid.amount - 200)
    const both = await Promise.all([red(paid.amount - 200), red(paid.amount - 200)])
    expect(both.filter(({ code }) => code === 200)).toHaveLength(1)
    const { list } = await ofPayment(paid.id)
    expect(list.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    expect(list.at(-1)).toMatchObject({ id: blue.id, state: 'reversed', stateName: '已冲红' })
    const { reds, invoiceNumber } = await detailOf(paid.id)
    expect(reds.map(({ amount }: { amount: number }) => amount)).toEqual([-200, 200 - paid.amount])
    expect(invoiceNumber).toBe('')
    expect(await issue(paid.id)).toMatchObject([{ done: true }])
    expect(receivableKind('assessmentFee')).toBeDefined()
  })
})
