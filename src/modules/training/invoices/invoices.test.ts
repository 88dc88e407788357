import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { site, today } from '#test/setups/site.ts'
import {
  ACCOUNT,
  cashier,
  courseId,
  digits,
  fileOf,
  headers,
  issue,
  member,
  payer,
  rowOf,
  setUpInvoices,
  TITLE,
} from '#test/setups/training/invoices.ts'
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
import { asStaff, newCreditCode, signUpComplete, staffWith } from '#test/support/make.ts'

setUpInvoices()

describe('the list of invoices that were asked for', () => {
  test('has those that are paid, by state, course and words; the account number is masked', async () => {
    const paid = await payer()
    const unpaid = await payer({ status: 'unpaid' })
    const list = async (query: object) =>
      (await cashier.get('/staff/training/invoices', { courseId, ...query })).data.list
    const ids = (await list({ state: 'requested', pageSize: 100 })).map(({ id }: { id: number }) => id)
    expect(ids).toContain(paid.id)
    expect(ids).not.toContain(unpaid.id)
    expect(await list({ key: paid.number!.toLowerCase() })).toMatchObject([
      {
        id: paid.id,
        courseTitle: TITLE,
        kindName: '增值税专用发票',
        bankAccount: '**** 0123',
        may: ['issue', 'refuse'],
      },
    ])
    expect(await list({ state: 'issued', key: paid.number! })).toEqual([])
    const totals = (await cashier.get('/staff/training/invoice/totals', { key: paid.number! })).data
    expect(totals.states).toEqual([{ state: 'requested', stateName: '待开票', count: 1, amount: 1200 }])
    expect(totals.courses).toContainEqual({ id: courseId, title: TITLE })
    const file = await site.app.inject({ url: `/api/staff/training/invoice/export?courseId=${courseId}`, headers })
    expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })

  test('is for the cashier alone, and the whole account number for who asks and is noted', async () => {
    const of = await payer()
    const trainer = await asStaff(site, await staffWith(site, ['trainer']))
    expect((await trainer.get('/staff/training/invoices')).code).toBe(403)
    const shown = await cashier.post('/staff/training/invoice/account', { id: of.id })
    expect(shown.data).toEqual({ account: ACCOUNT })
    const noted = await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.action, 'invoice.reveal'))
      .orderBy(auditEvent.id)
    expect(noted).toMatchObject([{ objectType: 'registration', objectId: of.id }])
  })
})

test('what cannot be printed goes back with its reason, and is not issued before it was corrected', async () => {
  const { api, of } = await member()
  const refuse = (more: object) =>
    cashier.post('/staff/training/invoice/refuse', { id: of.id, version: of.version, ...more })
  expect((await refuse({})).code).toBe(400)
  const { data } = await refuse({ reason: '税号与抬头不符' })
  expect(data).toMatchObject({ state: 'refused', stateName: '已退回', told: 'message' })
  const [message] = (await api.get('/member/message/list')).data.list
  expect(message.content).toContain('税号与抬头不符')
  expect(await rowOf(of.id)).toMatchObject({ state: 'refused', reason: '税号与抬头不符', may: [] })
  const early = await issue(cashier, { id: of.id, version: data.version }, { number: digits(), fileId: await fileOf() })
  expect(early).toMatchObject({ code: 409, msg: expect.stringContaining('更正后') })
  const again = await cashier.post('/staff/training/invoice/refuse', {
    id: of.id,
    version: data.version,
    reason: '再退',
  })
  expect(again).toMatchObject({ code: 409, msg: '发票已退回，不能退回' })
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
  const id = data.id as number
  await decideEnrolment(site, reviewer, id)
  const { data: early } = await cashier.get('/staff/training/invoices', { key: data.regNo })
  expect(early.list).toEqual([])
  await payEnrolment(site, own.token, id)
  await confirmPayment(site, cashier, id)
  const before = await rowOf(id)
  expect(before).toMatchObject({ state: 'requested', title: '写错的抬头', may: ['issue', 'refuse'] })
  await cashier.post('/staff/training/invoice/refuse', { id, version: before.version, reason: '请核对抬头' })

  const { reg, invoice: told } = await showEnrolment(site, own.token, id)
  expect(told).toMatchObject({ state: 'refused', reason: '请核对抬头' })
  const corrected = { ...wanted, invoiceTitle: own.orgName }
  const sent = { id, version: reg.version, action: 'submit', invoice: corrected }
  expect((await own.api.post('/training/v2/submit', sent)).code).toBe(200)
  const late = await issue(cashier, before, { number: digits(), fileId: await fileOf() })
  expect(late.code).toBe(409)
  const after = await rowOf(id)
  expect(after).toMatchObject({ state: 'requested', title: own.orgName, reason: '' })
  const number = digits()
  expect((await issue(cashier, after, { number, fileId: await fileOf() })).code).toBe(200)
  const { invoice: issued } = await showEnrolment(site, own.token, id)
  expect(issued).toMatchObject({ state: 'issued', number, issuedOn: today, hasFile: true })
  const file = await site.app.inject({
    method: 'POST',
    url: '/api/training/v2/download',
    payload: { id, type: 'invoice' },
    headers: { token: own.token, 'sec-fetch-site': 'same-origin' },
  })
  expect(file.headers['content-type']).toBe('application/pdf')
})

test('a visitor corrects what it is made out to by the ticket', async () => {
  const wanted = {
    invoiceKind: 'ordinary',
    titleType: 'person',
    invoiceTitle: '写错的名',
    invoiceEmail: 'a@example.com',
  }
  const courseId = await openCourse(site)
  const { answer, back } = await enrolVisitor(site, courseId, somePeople(810_000, 1), { invoice: wanted })
  const { regNo, version } = answer.data
  const shown = async () => (await back.get('/app/training/getApply', { regNo })).data
  expect(await shown()).toMatchObject({ form: { invoiceTitle: '写错的名' }, invoice: { state: 'requested' } })
  const corrected = { regNo, version, invoice: { ...wanted, invoiceTitle: '程晓明' } }
  expect((await back.post('/app/training/edit/submit', corrected)).code).toBe(200)
  expect(await shown()).toMatchObject({ form: { invoiceTitle: '程晓明' }, invoice: { state: 'requested' } })
})
