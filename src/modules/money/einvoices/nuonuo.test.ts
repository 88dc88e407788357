import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import type { NuonuoSettings } from '#lib/server/process/invoiceSettings.ts'
import {
  address,
  atNuonuo,
  booksOfNuonuo,
  cashier,
  issue,
  newest,
  nextPaid,
  nuonuoWill,
  ofPayment,
  red,
  runDueJobs,
  setUpNuonuo,
} from '#test/setups/money/nuonuo.ts'
import { site } from '#test/setups/site.ts'
import { eInvoice } from '../server/tables.ts'
import { invoiceDriver } from './server/drivers/drivers.ts'
import { advanceRequest } from './server/sending.ts'
import { eInvoiceToken } from './server/tables.ts'

setUpNuonuo()

const rowOf = async (requestNumber: string) => {
  const [row] = await site.services.db.select().from(eInvoice).where(eq(eInvoice.requestNumber, requestNumber))
  return row!
}
const ordersAt = async (orderNo: string) => (await booksOfNuonuo()).invoices.filter(of => of.orderNo === orderNo)
/** The site with other settings for the platform. */
function siteWith(other: Partial<NuonuoSettings>) {
  const { config } = site.services
  if (config.invoices?.provider !== 'nuonuo') throw new Error('the site has another provider')
  return { ...site.ctx(), config: { ...config, invoices: { ...config.invoices, ...other } } }
}

describe('an invoice that 诺诺 issues', () => {
  test('stands at its payment with PDF, OFD and XML; dues are not offered, since it has no receipts of the finance bureau', async () => {
    expect((await cashier.get('/staff/record/list', { type: 'eInvoiceRule' })).data.provider).toBe('nuonuo')
    const paid = await nextPaid()
    expect(await issue(paid.id)).toMatchObject([{ done: true, message: expect.stringMatching(/^已开具 \d{20}$/) }])
    const one = await newest(paid.id)
    expect(one).toMatchObject({ state: 'issued', amount: paid.amount, issuedOn: dayOf(new Date()), problem: '' })
    expect(one.files.map(({ ext }) => ext)).toEqual(['pdf', 'ofd', 'xml'])
    expect((await cashier.get('/staff/receivable/detail', { id: paid.id })).data.invoiceNumber).toBe(one.number)
    const [dues] = (await cashier.get('/staff/receivable/list', { kind: 'memberFee', state: 'paid', pageSize: 1 })).data
      .list
    expect(await ofPayment(dues.id)).toMatchObject({ paperName: '', mayIssue: false })
    expect(await issue(dues.id)).toMatchObject([{ done: false, message: expect.stringContaining('没有适用于') }])
  })

  test('is one under its number where the answer never arrives, or the program ends in between', async () => {
    const paid = await nextPaid()
    await nuonuoWill('cut')
    expect(await issue(paid.id)).toMatchObject([{ message: expect.stringContaining('没有应答') }])
    await nuonuoWill('issue')
    const { requestNumber } = await newest(paid.id)
    await runDueJobs()
    expect(await newest(paid.id)).toMatchObject({ state: 'issued', requestNumber })
    expect(await ordersAt(requestNumber)).toHaveLength(1)
    // Sent once more, though it is there: it is found, and not issued again.
    const driver = invoiceDriver(site.ctx())!
    const { amount, item, taxCode, taxRate } = await rowOf(requestNumber)
    const buyer = { name: '某公司', creditCode: '', address: '', phone: '', bank: '', account: '', email: '' }
    const asked = { requestNumber, paper: 'invoice', amount, item, taxCode, taxRate, buyer, remark: '' } as const
    expect(await driver.blue(asked)).toMatchObject({ state: 'issued', requestNumber, amount })
    expect(await ordersAt(requestNumber)).toHaveLength(1)
    expect(await red(paid.id, paid.amount)).toMatchObject({ code: 200 })
  })

  test('that fails, is refused or cannot be sealed says so in plain words, and is not issued twice', async () => {
    const paid = await nextPaid()
    await nuonuoWill('fail')
    expect(await issue(paid.id)).toMatchObject([{ done: false, message: expect.stringContaining('与税务登记不符') }])
    await nuonuoWill('refuse')
    await issue(paid.id)
    expect(await newest(paid.id)).toMatchObject({
      state: 'failed',
      problem: '诺诺没有接受：E9301 企业信息备案错误，请联系诺诺网',
    })
    await nuonuoWill('unsealed')
    expect(await issue(paid.id)).toMatchObject([{ done: true, message: '开票成功但签章失败，已请诺诺重新签章' }])
    const { requestNumber } = await newest(paid.id)
    expect(await issue(paid.id)).toMatchObject([{ done: false, message: '正在开具，请稍候' }])
    await nuonuoWill('issue')
    await runDueJobs()
    await runDueJobs(10)
    expect(await newest(paid.id)).toMatchObject({ state: 'issued', requestNumber, problem: '' })
    expect(await ordersAt(requestNumber)).toHaveLength(1)
    expect(await red(paid.id, paid.amount)).toMatchObject({ code: 200 })
  })

  test('of another sum than was asked for is not believed', async () => {
    const paid = await nextPaid()
    await nuonuoWill('wrongSum')
    await issue(paid.id)
    await nuonuoWill('issue')
    expect(await newest(paid.id)).toMatchObject({
      state: 'issuing',
      number: '',
      problem: expect.stringContaining('答复不可信：金额'),
    })
  })
})

describe('the token', () => {
  test('is asked for once, and once more when it is no longer taken', async () => {
    const paid = await nextPaid()
    expect(await issue(paid.id)).toMatchObject([{ done: true }])
    expect(await red(paid.id, paid.amount)).toMatchObject({ code: 200 })
    expect((await booksOfNuonuo()).lent).toBe(1)
    await atNuonuo({ act: 'expire' })
    expect(await issue(paid.id)).toMatchObject([{ done: true }])
    expect(await red(paid.id, paid.amount)).toMatchObject({ code: 200 })
    expect((await booksOfNuonuo()).lent).toBe(2)
  })

  test('is not asked for more often than the platform lends it: the cashier is told, and nothing is refused', async () => {
    const { db } = site.services
    const asked = Array.from({ length: 45 }, () => new Date().toISOString())
    const [kept] = await db.select().from(eInvoiceToken)
    await db.update(eInvoiceToken).set({ asked, expiresAt: null })
    const { lent } = await booksOfNuonuo()
    const paid = await nextPaid()
    await issue(paid.id)
    expect(await newest(paid.id)).toMatchObject({ state: 'issuing', problem: expect.stringContaining('接近上限') })
    expect((await booksOfNuonuo()).lent).toBe(lent)
    await db.update(eInvoiceToken).set(kept!)
    await runDueJobs()
    expect(await newest(paid.id)).toMatchObject({ state: 'issued', problem: '' })
    expect(await red(paid.id, paid.amount)).toMatchObject({ code: 200 })
  })

  test('or a signature that is not the association’s is refused there, and changes nothing here', async () => {
    const query = new URLSearchParams({
      senid: '0'.repeat(32),
      nonce: '12345678',
      timestamp: String(Math.floor(Date.now() / 1000)),
      appkey: siteWith({}).config.invoices.appKey,
    })
    const forged = await fetch(address(`/open/v1/services?${query}`), {
      method: 'POST',
      headers: { 'x-nuonuo-sign': 'forged', method: 'nuonuo.OpeMplatform.queryInvoiceResult' },
      body: '{}',
    })
    expect(await forged.json()).toMatchObject({ code: '070601' })

    const paid = await nextPaid()
    await nuonuoWill('hold')
    expect(await issue(paid.id)).toMatchObject([{ done: true, message: expect.stringContaining('已交给开票服务') }])
    await nuonuoWill('issue')
    const one = await newest(paid.id)
    const row = await rowOf(one.requestNumber)
    for (const other of [{ appSecret: 'another-secret0' }, { token: 'another-token' }])
      expect(await advanceRequest(siteWith(other), row)).toMatchObject({
        state: 'issuing',
        problem: expect.stringContaining('不接受本站的凭据'),
      })
    await site.services.db.delete(eInvoiceToken)
    expect(await advanceRequest(siteWith({ appSecret: 'another-secret0' }), row)).toMatchObject({
      state: 'issuing',
      problem: '诺诺没有给出令牌（070305 Incorrect clientSecret），请系统管理员核对 appKey 和 appSecret',
    })
    await atNuonuo({ orderNo: one.requestNumber, act: 'issue' })
    await runDueJobs()
    expect(await newest(paid.id)).toMatchObject({ state: 'issued' })
    expect(await red(paid.id, paid.amount)).toMatchObject({ code: 200 })
  })
})

describe('a red one', () => {
  test('takes back a part, and then the rest once the buyer has agreed at the tax bureau', async () => {
    const paid = await nextPaid()
    await issue(paid.id)
    const { number } = await newest(paid.id)
    expect(await red(paid.id, 100)).toMatchObject({
      code: 200,
      data: { message: expect.stringMatching(/^已开具 \d{20}$/) },
    })
    expect(await newest(paid.id)).toMatchObject({ colour: 'red', amount: -100, state: 'issued', blueNumber: number })

    await nuonuoWill('unfetched')
    expect(await red(paid.id, 50)).toMatchObject({
      code: 200,
      data: { message: expect.stringMatching(/^已开具 \d{20}$/) },
    })

    await nuonuoWill('confirm')
    const rest = await red(paid.id, paid.amount - 150)
    expect(rest.data.message).toMatch(/^红字确认单 \d+ 等待购买方在电子税务局确认，72 小时内有效$/)
    await nuonuoWill('issue')
    const { requestNumber } = await newest(paid.id)
    await runDueJobs()
    expect(await newest(paid.id)).toMatchObject({ state: 'issuing' })
    await atNuonuo({ billId: requestNumber, act: 'agree' })
    await runDueJobs(10)
    const { list } = await ofPayment(paid.id)
    expect(list[0]).toMatchObject({ requestNumber, state: 'issued', amount: 150 - paid.amount, problem: '' })
    expect(list.find(of => of.number === number)).toMatchObject({ state: 'reversed' })
    expect(list.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  })

  test('that the buyer denies says so; one by a form of the tax bureau takes back what the form says, and nothing else', async () => {
    const paid = await nextPaid()
    await issue(paid.id)
    const { number } = await newest(paid.id)
    await nuonuoWill('confirm')
    await red(paid.id, paid.amount)
    await nuonuoWill('issue')
    await atNuonuo({ billId: (await newest(paid.id)).requestNumber, act: 'deny' })
    await runDueJobs()
    expect(await newest(paid.id)).toMatchObject({ state: 'failed', problem: '购买方没有同意红字确认单' })

    const nobodys = await red(paid.id, paid.amount, { confirmation: '3300000000000000' })
    expect(nobodys).toMatchObject({ code: 409, msg: expect.stringContaining('没有编号为 3300000000000000') })
    const applied = async (of: { excluded: number; tax: number }) => {
      await atNuonuo({ act: 'applied', blueNumber: number, excluded: String(of.excluded), tax: String(of.tax) })
      return (await booksOfNuonuo()).forms.at(-1)!.billNo
    }
    const other = await red(paid.id, paid.amount, { confirmation: await applied({ excluded: 100, tax: 6 }) })
    expect(other).toMatchObject({ code: 409, msg: expect.stringContaining('红字确认单的金额是 1.06 元') })
    const [blue] = (await booksOfNuonuo()).invoices.filter(of => of.number === number)
    const done = await red(paid.id, paid.amount, { confirmation: await applied(blue!) })
    expect(done).toMatchObject({ code: 200, data: { message: expect.stringMatching(/^已开具 \d{20}$/) } })
    const { list } = await ofPayment(paid.id)
    expect(list.find(of => of.number === number)).toMatchObject({ state: 'reversed' })
  })
})
