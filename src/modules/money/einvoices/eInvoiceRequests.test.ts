import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { recordPaidFees } from '#modules/ledger/allocating/server/paidFees.ts'
import { receivableIdOf } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { raiseFees } from '#modules/membership/server/feeRows.ts'
import { member } from '#modules/membership/server/tables.ts'
import { cashier, issue, ofPayment, platformWill, setUpEInvoices } from '#test/setups/money/eInvoices.ts'
import { site } from '#test/setups/site.ts'
import { newCreditCode, signInAs } from '#test/support/make.ts'
import { issueDue } from './server/automatic.part.ts'
import { eInvoiceRule } from './server/tables.ts'

setUpEInvoices()

const company = {
  kind: 'organisation',
  title: '清源（开票用）',
  creditCode: newCreditCode(),
  address: '北京市朝阳区示例路 1 号',
  phone: '010-55500126',
  bank: '示例银行朝阳支行',
  account: '6222 0000 1234 5678',
  email: 'finance@example.com',
  isDefault: 'yes',
}
const self = { kind: 'person', title: '张伟', email: 'zhang@example.com', isDefault: 'no' }

let qingyuan: ReturnType<typeof site.as>
beforeAll(async () => {
  qingyuan = site.as(await signInAs(site, 'qingyuan'))
  for (const { id } of await titles()) await qingyuan.post('/member/invoiceTitle/remove', { id })
})
const save = (form: object, id?: number) => qingyuan.post('/member/invoiceTitle/save', { form, ...(id && { id }) })
const titles = async () => (await qingyuan.get('/member/invoiceTitle/list')).data.list
type Payment = { id: number }
type Paper = { id: number; number: string; files: { id: number; ext: string; url: string }[] }
/** The payments for which one may ask for a paper. */
const askable = async (query: object = {}): Promise<{ list: Payment[]; total: number }> =>
  (await qingyuan.get('/member/eInvoice/payments', { pageSize: 100, ...query })).data
const payment = async (id: number) => (await askable()).list.find(one => one.id === id)
/** Invoices and receipts of one payment as the payer sees them. */
const papersOf = async (id: number): Promise<Paper[]> => {
  const { list } = (await qingyuan.get('/member/invoice/list', { pageSize: 100 })).data
  return list.filter((one: Paper) => one.id === id)
}

describe('titles', () => {
  test('are checked as they are typed: what is wrong stands beside its field', async () => {
    const faults = async (form: object) => (await save(form)).data.fields
    expect(await faults({ ...company, creditCode: '91110105MA0000002X' })).toHaveProperty('creditCode')
    expect(await faults({ ...company, creditCode: '' })).toEqual({ creditCode: '单位抬头请填写统一社会信用代码' })
    expect(await faults({ ...self, creditCode: company.creditCode })).toEqual({
      creditCode: '个人抬头不填统一社会信用代码',
    })
    expect(await faults({ ...company, account: '' })).toEqual({ account: '请填写银行账号' })
    expect(await faults({ ...company, bank: '' })).toEqual({ bank: '请填写开户银行' })
    expect(await faults({ ...company, account: '账号' })).toEqual({ account: '银行账号应为数字' })
    expect(await faults({ ...self, title: '', email: 'x' })).toMatchObject({
      title: expect.any(String),
      email: expect.any(String),
    })
  })

  test('are kept once for a company; one is the default, and accounts are shown by their last digits', async () => {
    const first = (await save({ ...self, isDefault: 'yes' })).data.id
    const { id } = (await save(company)).data
    expect((await save({ ...company, title: self.title })).data.fields).toEqual({ title: '已有这个抬头' })
    const { account: _, kind, isDefault: __, ...same } = company
    expect(await titles()).toMatchObject([
      { id, kind, ...same, accountMasked: '**** 5678', isDefault: true },
      { id: first, kind: 'person', isDefault: false },
    ])
    // The account stays where it is left empty.
    expect((await save({ ...company, account: '', address: '新址' }, id)).code).toBe(200)
    expect((await titles())[0]).toMatchObject({ address: '新址', accountMasked: '**** 5678' })
    const stranger = site.as(await signInAs(site, 'taishan'))
    expect((await stranger.post('/member/invoiceTitle/save', { id, form: company })).code).toBe(404)
    expect((await stranger.post('/member/invoiceTitle/remove', { id })).code).toBe(404)
    expect((await qingyuan.post('/member/invoiceTitle/remove', { id: first })).code).toBe(200)
  })
})

/** A fee of qingyuan that has come, without a paper. */
async function paidFee(year: number): Promise<number> {
  const { db } = site.services
  const [of] = await db
    .select({ id: member.id, level: member.levelCode })
    .from(member)
    .innerJoin(organisation, eq(organisation.id, member.organisationId))
    .where(eq(organisation.name, '北京清源锅炉清洗有限公司'))
  const now = new Date()
  const paid = { state: 'confirmed' as const, paidOn: dayOf(now), confirmedAt: now }
  const fee = { memberId: of!.id, levelCode: of!.level, year, amount: 2000, createdAt: now }
  const [kept] = await raiseFees({ db, now }, [{ ...fee, ...paid }])
  await recordPaidFees(site.services)
  return receivableIdOf('memberFee', kept!)
}

describe('a paper that its payer asks for', () => {
  test('waits for the cashier, says what the title says, and is read by its payer alone', async () => {
    const id = await paidFee(2051)
    const [title] = await titles()
    expect(await payment(id)).toMatchObject({ amount: 2000, paperName: '社会团体会费收据', hasFailed: false })
    expect(await papersOf(id)).toEqual([])
    const ask = (as = qingyuan) => as.post('/member/eInvoice/ask', { id, titleId: title.id })
    expect(await ask(site.as(await signInAs(site, 'taishan')))).toMatchObject({ code: 404 })
    const all = await Promise.all([ask(), ask()])
    expect(all.map(({ code }) => code)).toEqual([200, 200])
    expect(all[0]!.data).toEqual({ stateName: '待开', isAutomatic: false })
    expect((await ofPayment(id)).list).toMatchObject([{ state: 'waiting', title: company.title }])
    await issueDue(site.ctx())
    expect((await ofPayment(id)).list).toMatchObject([{ state: 'waiting' }])
    expect(await papersOf(id)).toMatchObject([{ stateName: '待开', number: '', files: [] }])
    expect(await payment(id)).toBeUndefined()
    expect(await issue(id)).toMatchObject([{ done: true }])
    const papers = await papersOf(id)
    expect(papers).toMatchObject([
      {
        kindName: '会费',
        about: '2051 年度会费',
        amount: 2000,
        title: company.title,
        blueNumber: '',
        issuedOn: dayOf(new Date()),
        state: 'issued',
        stateName: '已开',
      },
    ])
    const [paper] = papers as [Paper]
    expect(paper.number).toMatch(/^\d{20}$/)
    expect(paper.files.map(({ ext }) => ext)).toEqual(['pdf', 'ofd', 'xml'])
    expect(await payment(id)).toBeUndefined()
    expect(await ask()).toMatchObject({ code: 409, msg: expect.stringContaining('已开具') })
    for (const { url } of paper.files) {
      const read = async (userName: string) => {
        const headers = { token: await signInAs(site, userName) }
        return (await site.app.inject({ url, headers })).rawPayload.toString('latin1')
      }
      expect(await read('qingyuan')).toMatch(/^(%PDF|PK|<\?xml)/)
      expect(JSON.parse(await read('taishan'))).toMatchObject({ code: 404 })
    }
    const [one, other] = [await paidFee(2061), await paidFee(2062)]
    const page = async (pageNum: number) => (await askable({ pageSize: 1, pageNum })).list.map(({ id }) => id)
    const { list, total } = await askable()
    expect(list.map(({ id }) => id)).toEqual(expect.arrayContaining([one, other]))
    expect(total).toBe(list.length)
    expect((await askable({ pageSize: 1 })).list).toEqual(list.slice(0, 1))
    expect([...(await page(1)), ...(await page(2))]).toEqual(list.slice(0, 2).map(({ id }) => id))
  })

  test('that is taken back stays beside the red one, each once with its files; then one may ask again', async () => {
    const id = await paidFee(2055)
    await issue(id)
    const [blue] = (await papersOf(id)) as [Paper]
    const taken = await cashier.post('/staff/eInvoice/red', { id, amount: 2000, reason: '抬头有误' })
    expect(taken.code).toBe(200)
    const papers = await papersOf(id)
    const three = [{ ext: 'pdf' }, { ext: 'ofd' }, { ext: 'xml' }]
    expect(papers.toSorted((one, other) => one.number.localeCompare(other.number))).toMatchObject([
      { number: blue.number, amount: 2000, blueNumber: '', stateName: '已冲红', files: three },
      { amount: -2000, blueNumber: blue.number, stateName: '已开', files: three },
    ])
    expect(await payment(id)).toMatchObject({ amount: 2000, hasFailed: false })
  })

  test('that failed is asked for again with a better title; an automatic rule issues what is booked from then on', async () => {
    const id = await paidFee(2052)
    const [title] = await titles()
    await platformWill('fail')
    await issue(id)
    await platformWill('issue')
    expect(await payment(id)).toMatchObject({ hasFailed: true })
    expect(await papersOf(id)).toMatchObject([{ state: 'failed', stateName: '没有开成' }])
    expect((await qingyuan.post('/member/eInvoice/ask', { id, titleId: title.id })).code).toBe(200)
    expect(await issue(id)).toMatchObject([{ done: true }])
    expect(await papersOf(id)).toMatchObject([{ state: 'issued' }])

    const before = await paidFee(2053)
    const list = (await cashier.get('/staff/record/list', { type: 'eInvoiceRule' })).data.list
    const dues = list.find(({ values }: { values: { paper: string } }) => values.paper === 'duesReceipt')
    const form = { ...dues.values, automatic: 'yes' }
    expect(
      (await cashier.post('/staff/record/save', { type: 'eInvoiceRule', id: dues.id, version: dues.version, form }))
        .code,
    ).toBe(200)
    const after = await paidFee(2054)
    await issueDue(site.ctx())
    expect((await ofPayment(after)).list).toMatchObject([{ state: 'issued', askedName: '自动' }])
    expect((await ofPayment(before)).list).toEqual([])
    // Asked for, it is issued by itself, too; and once.
    await qingyuan.post('/member/eInvoice/ask', { id: before, titleId: title.id })
    await Promise.all([issueDue(site.ctx()), issueDue(site.ctx())])
    expect((await ofPayment(before)).list).toMatchObject([{ state: 'issued' }])
    await site.services.db.update(eInvoiceRule).set({ isAutomatic: false }).where(eq(eInvoiceRule.id, dues.id))
  })
})
