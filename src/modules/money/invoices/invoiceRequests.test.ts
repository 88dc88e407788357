import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { receivableIdOf } from '#modules/ledger/kinds/server/receivableKinds.ts'
import {
  ACCOUNT,
  cashier,
  detailOf,
  digits,
  fileOf,
  headers,
  issue,
  member,
  other,
  payer,
  refuse,
  rowOf,
  setUpInvoices,
  TITLE,
  today,
} from '#test/setups/money/invoiceRequests.ts'
import { site } from '#test/setups/site.ts'
import {
  confirmPayment,
  decideEnrolment,
  enrol,
  enrolVisitor,
  openCourse,
  payEnrolment,
  showEnrolment,
  somePeople,
} from '#test/support/enrolling.ts'
import { asStaff, newCreditCode, newPhone, signUpComplete, staffWith, textsTo } from '#test/support/make.ts'
import { by, byName, expectNarrowed, expectNoOtherSort, expectSorted, openRegister } from '#test/support/registers.ts'
import type { InvoiceRow } from './contract.ts'

setUpInvoices()

describe('the list of invoices that were asked for', () => {
  test('has those that are paid, by state, kind and words; the account number is masked', async () => {
    const paid = await payer()
    const unpaid = await payer({ status: 'unpaid' }, { state: 'due', confirmedAt: null })
    const unwanted = await payer({}, { isWithoutInvoice: true })
    const list = async (query: object) =>
      (await cashier.get('/staff/invoice/list', { kind: 'enrolment', pageSize: 100, ...query })).data.list
    const ids = (await list({ state: 'requested' })).map(({ id }: { id: number }) => id)
    expect(ids).toContain(paid.id)
    expect(ids).not.toContain(unpaid.id)
    expect(ids).not.toContain(unwanted.id)
    expect(await list({ key: paid.number.toLowerCase() })).toMatchObject([
      { id: paid.id, about: TITLE, invoiceKindName: '增值税专用发票', amount: 1200, state: 'requested' },
    ])
    expect(await list({ state: 'issued', key: paid.number })).toEqual([])
    expect(await list({ kind: 'memberFee' })).toEqual([])
    expect((await detailOf(paid)).invoiceRequest).toMatchObject({ account: '**** 0123', titleTypeName: '单位' })
    const url = `/api/staff/invoice/export?key=${paid.number}&columns=account,title`
    const file = await site.app.inject({ url, headers })
    expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })

  test('is narrowed by each filter and sorted by its columns, and so is its workbook', async () => {
    const one = await payer({ totalFee: 900 }, { invoiceTitle: '安庆水质有限公司', paidOn: addDays(today, -2) })
    const two = await payer({ totalFee: 1600 }, { invoiceTitle: '遵义锅炉有限公司', paidOn: addDays(today, -1) })
    const advert = { kind: 'advertFee', id: receivableIdOf('advertFee', 4_001), payableId: 4_001, about: '首页广告' }
    const third = await payer({}, advert)
    const number = digits()
    expect((await issue(cashier, two, { number, fileId: await fileOf(), title: two.invoiceTitle })).code).toBe(200)
    expect((await refuse(one, '税号有误', one.invoiceTitle)).code).toBe(200)
    const register = await openRegister(site, '/staff/invoice', await staffWith(site, ['cashier']))
    await expectNarrowed(register, [
      [{ key: '遵义锅炉' }, ({ id }: InvoiceRow) => id === two.id],
      [{ key: number }, ({ id }: InvoiceRow) => id === two.id],
      [{ state: 'requested' }, row => row.state === 'requested'],
      [{ state: 'issued' }, row => row.state === 'issued'],
      [{ state: 'refused' }, row => row.state === 'refused'],
      [{ kind: 'advertFee' }, ({ id }: InvoiceRow) => id === third.id],
      [{ kind: 'enrolment' }, ({ id }: InvoiceRow) => id !== third.id],
    ])
    const steps = ['requested', 'refused', 'issued']
    await expectSorted(
      register,
      { columns: 'title,amount,paidOn,stateName' },
      {
        title: byName(row => row.title),
        amount: by(row => row.amount),
        paidOn: by(row => row.paidOn ?? ''),
        stateName: by(row => steps.indexOf(row.state)),
      },
    )
    await expectNoOtherSort(register, '/staff/invoice')
    const [line] = await register.workbook({ ids: String(one.id) })
    expect(line).toMatchObject({
      发票抬头: '安庆水质有限公司',
      '金额（元）': '900',
      状态: '已退回',
      退回理由: '税号有误',
    })
  })

  test('is for the cashier alone, and the whole account number for who asks and is noted', async () => {
    const of = await payer()
    const trainer = await asStaff(site, await staffWith(site, ['trainer']))
    expect((await trainer.get('/staff/invoice/list')).code).toBe(403)
    const shown = await cashier.post('/staff/invoice/account', { id: of.id })
    expect(shown.data).toEqual({ account: ACCOUNT })
    const noted = await site.services.db.select().from(auditEvent).where(eq(auditEvent.action, 'invoice.reveal'))
    expect(noted).toMatchObject([{ objectType: 'receivable', objectId: of.id }])
    const bare = await payer({}, { invoiceAccountSealed: null })
    expect((await cashier.post('/staff/invoice/account', { id: bare.id })).code).toBe(404)
  })
})

test('what cannot be printed goes back with its reason, and is not issued before it was corrected', async () => {
  const { api, of } = await member()
  expect((await refuse(of, '')).code).toBe(400)
  expect((await refuse(of, '税号与抬头不符')).data).toEqual({ id: of.id, told: 'message' })
  const [message] = (await api.get('/member/message/list')).data.list
  expect(message.content).toContain('税号与抬头不符')
  expect(await rowOf(of)).toMatchObject({ state: 'refused', refusal: '税号与抬头不符' })
  expect((await detailOf(of)).invoiceRequest).toMatchObject({ state: 'refused', canRefuse: false })
  const early = await issue(cashier, of, { number: digits(), fileId: await fileOf() })
  expect(early).toMatchObject({ code: 409 })
  expect(await refuse(of, '再退')).toMatchObject({ code: 409, msg: expect.stringContaining('没有待开的发票申请') })
})

test('asked for with the enrolment, sent back, corrected, issued and fetched: the whole way by those whose turn it is', async () => {
  const own = await signUpComplete(site)
  const reviewer = await asStaff(site, await staffWith(site, ['reviewer']))
  const asked = {
    invoiceKind: 'ordinary',
    titleType: 'organisation',
    invoiceTitle: '写错的抬头',
    taxNumber: newCreditCode(),
  }
  const wanted = { ...asked, invoiceEmail: 'fee@example.com' }
  const { data } = await enrol(site, own.token, await openCourse(site), somePeople(800_000, 1), { invoice: wanted })
  const { id, regNo: number } = data as { id: number; regNo: string }
  expect((await showEnrolment(site, own.token, id)).invoice).toMatchObject({ state: 'requested' })
  await decideEnrolment(site, reviewer, id)
  expect(await rowOf({ id, number })).toBeUndefined()
  await payEnrolment(site, own.token, id)
  await confirmPayment(site, cashier, id)
  const before = await rowOf({ id, number })
  expect(before).toMatchObject({ state: 'requested', title: '写错的抬头', invoiceKindName: '增值税普通发票' })
  await refuse(before, '请核对抬头', '写错的抬头')

  const { reg, invoice: told } = await showEnrolment(site, own.token, id)
  expect(told).toMatchObject({ state: 'refused', reason: '请核对抬头' })
  const corrected = { ...wanted, invoiceTitle: own.orgName }
  const sent = { id, version: reg.version, action: 'submit', invoice: corrected }
  expect((await own.api.post('/training/v2/submit', sent)).code).toBe(200)
  expect(await rowOf({ id, number })).toMatchObject({ state: 'requested', title: own.orgName, refusal: '' })
  const invoiceNumber = digits()
  const printed = { number: invoiceNumber, fileId: await fileOf() }
  const stale = await issue(cashier, before, { ...printed, title: '写错的抬头' })
  expect(stale).toMatchObject({ code: 409, msg: expect.stringContaining(own.orgName!) })
  expect((await issue(cashier, before, { ...printed, title: own.orgName })).code).toBe(200)
  const { invoice: issued } = await showEnrolment(site, own.token, id)
  expect(issued).toMatchObject({ state: 'issued', number: invoiceNumber, issuedOn: today, hasFile: true })
  const file = await site.app.inject({
    method: 'POST',
    url: '/api/training/v2/download',
    payload: { id, type: 'invoice' },
    headers: { token: own.token, 'sec-fetch-site': 'same-origin' },
  })
  expect(file.headers['content-type']).toBe('application/pdf')
  expect(await refuse(before, '迟了', own.orgName!)).toMatchObject({ code: 409, msg: '发票已开具，不能退回' })
})

test('a visitor corrects what it is made out to by the ticket', async () => {
  const wanted = {
    invoiceKind: 'ordinary',
    titleType: 'person',
    invoiceTitle: '写错的名',
    invoiceEmail: 'a@example.com',
  }
  const { answer, back } = await enrolVisitor(site, await openCourse(site), somePeople(810_000, 1), { invoice: wanted })
  const { regNo, version } = answer.data
  const shown = async () => (await back.get('/app/training/getApply', { regNo })).data
  expect(await shown()).toMatchObject({ form: { invoiceTitle: '写错的名' }, invoice: { state: 'requested' } })
  const corrected = { regNo, version, invoice: { ...wanted, invoiceTitle: '程晓明' } }
  expect((await back.post('/app/training/edit/submit', corrected)).code).toBe(200)
  expect(await shown()).toMatchObject({ form: { invoiceTitle: '程晓明' }, invoice: { state: 'requested' } })
})

describe('an invoice', () => {
  test('of a member comes as a message with its file', async () => {
    const { api, token, of } = await member()
    const number = digits()
    const fileId = await fileOf()
    expect(await issue(cashier, of, { number, fileId })).toMatchObject({ code: 200, data: { told: 'message' } })
    const [message] = (await api.get('/member/message/list')).data.list
    expect(message).toMatchObject({ title: `“${TITLE}”的发票已开具`, files: [{ name: '发票.pdf' }] })
    expect(message.content).toContain(number)
    const url = `/api/member/message/file?id=${message.id}`
    const file = await site.app.inject({ url, headers: { token, 'sec-fetch-site': 'same-origin' } })
    expect(file.headers['content-type']).toBe('application/pdf')
    expect(await rowOf(of)).toMatchObject({ state: 'issued', invoiceNumber: number })
    expect(await detailOf(of)).toMatchObject({ invoicedOn: today, invoiceFile: { id: fileId }, canRecordInvoice: true })
  })

  test('of a visitor is told by SMS; whoever has no way back to it is not', async () => {
    const phone = newPhone()
    const contactMobileSealed = site.services.encryption.encrypt(phone)
    const of = await payer({ contactMobileSealed, queryCodeHash: 'hash' })
    const { data } = await issue(cashier, of, { number: digits(), fileId: await fileOf() })
    expect(data.told).toBe('sms')
    expect((await textsTo(site, phone))[0]).toMatch(
      new RegExp(`${of.number} 的发票已开具.+/admin/publicity/training/registration`),
    )
    const imported = await payer({ channel: 'import', contactMobileSealed })
    expect((await issue(cashier, imported, { number: digits(), fileId: await fileOf() })).data.told).toBe('nobody')
    expect(await textsTo(site, phone)).toHaveLength(1)
  })

  test('issued by two at once is issued once; the second is told of it', async () => {
    const of = await payer()
    const [one, two] = [await fileOf(), await fileOf()]
    const answers = await Promise.all([
      issue(cashier, of, { number: digits(), fileId: one }),
      issue(cashier, of, { number: digits(), fileId: two }),
    ])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect(answers.find(({ code }) => code === 409)!.msg).toContain('刚由其他人登记了发票')
  })

  test('is replaced by recording another in its place, with what was read', async () => {
    const of = await payer()
    const first = { number: digits(), fileId: await fileOf() }
    expect((await issue(cashier, of, first)).code).toBe(200)
    expect((await issue(other, of, { ...first, number: digits() })).code).toBe(409)
    const number = digits()
    const again = { replaces: first.number, number, fileId: await fileOf() }
    expect((await issue(cashier, of, again)).code).toBe(200)
    expect(await rowOf(of)).toMatchObject({ state: 'issued', invoiceNumber: number })
  })

  test('may be one for several registrations of the same title, and not of another', async () => {
    const number = digits()
    const [one, two] = [await payer(), await payer()]
    const third = await payer({}, { invoiceTitle: '另一家有限公司' })
    for (const of of [one, two]) expect((await issue(cashier, of, { number, fileId: await fileOf() })).code).toBe(200)
    const wrong = await issue(cashier, third, { number, fileId: await fileOf(), title: '另一家有限公司' })
    expect(wrong).toMatchObject({
      code: 400,
      data: { fields: { number: expect.stringContaining('北京开票锅炉清洗') } },
    })
  })

  test('is refused what is not in order, in words, and then nothing has changed', async () => {
    const of = await payer()
    const good = { number: digits(), fileId: await fileOf() }
    const cases: [object, number, RegExp][] = [
      [{ ...good, number: '123' }, 400, /20 位/],
      [{ ...good, issuedOn: addDays(today, 1) }, 400, /不能晚于今天/],
      [{ ...good, fileId: 999_999 }, 400, /不存在或不是您上传的/],
      [{ ...good, fileId: await fileOf((await picture())!, 'material', '发票.png') }, 400, /PDF 或 OFD/],
    ]
    for (const [more, code, msg] of cases)
      expect(await issue(cashier, of, more), msg.source).toMatchObject({ code, msg: expect.stringMatching(msg) })
    const unpaid = await payer({ status: 'unpaid' }, { state: 'due', confirmedAt: null })
    expect(await issue(cashier, unpaid, good)).toMatchObject({ code: 409, msg: expect.stringContaining('到账后') })
    const none = await payer({}, { isWithoutInvoice: true })
    expect(await issue(cashier, none, good)).toMatchObject({ code: 409, msg: expect.stringContaining('没有申请发票') })
    expect(await rowOf(of)).toMatchObject({ state: 'requested', invoiceNumber: '' })
  })
})

const picture = async () => {
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width: 20, height: 20, channels: 3, background: 'white' } })
    .png()
    .toBuffer()
}
