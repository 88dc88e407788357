import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf, startOf } from '#lib/dates.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { startApp } from '../../../../test/app.ts'
import {
  confirmPayment,
  decideEnrolment,
  enrol,
  openCourse,
  payEnrolment,
  showEnrolment,
  somePeople,
} from '../../../../test/enrolling.ts'
import {
  asStaff,
  newCreditCode,
  newPhone,
  signUpComplete,
  staffSession,
  staffWith,
  textsTo,
} from '../../../../test/make.ts'
import { pdf, upload } from '../../../../test/uploads.ts'
import { course, type Invoice, registration } from '../server/tables.ts'

let site: Awaited<ReturnType<typeof startApp>>
let headers: { cookie: string }
let cashier: ReturnType<typeof site.as>
let other: ReturnType<typeof site.as>
let courseId: number
const today = dayOf(new Date())
const TITLE = '开票测试水处理取证班'

beforeAll(async () => {
  site = await startApp({ env: { WRITES_PER_MINUTE: '5000' } })
  headers = await staffSession(site, await staffWith(site, ['cashier']))
  cashier = site.as(headers)
  other = await asStaff(site, await staffWith(site, ['cashier']))
  const from = startOf(addDays(today, -40))
  const [row] = await site.services.db
    .insert(course)
    .values({
      title: TITLE,
      kind: 'certification',
      mode: 'onsite',
      applyFrom: from,
      applyUntil: from,
      publishedAt: from,
      startsOn: addDays(today, -3),
      endsOn: today,
      quota: 50,
      feeMember: 1200,
      feeOther: 1500,
    })
    .returning({ id: course.id })
  courseId = row!.id
})
afterAll(() => site.close())

const ACCOUNT = '6222021234567890123'
const printed: Omit<Invoice, 'bankAccountSealed'> = {
  kind: 'special',
  titleType: 'organisation',
  title: '北京开票锅炉清洗有限公司',
  taxNumber: '91110105MA0000001X',
  regAddress: '朝阳区演示路 28 号',
  regPhone: '010-55500126',
  bank: '示例银行北京分行',
  email: 'invoice@example.com',
}

let made = 0
const wantedInvoice = (): Invoice => ({ ...printed, bankAccountSealed: site.services.sealer.seal(ACCOUNT) })

/** Somebody who has signed up, paid and wants an invoice. */
async function payer(changes: Partial<typeof registration.$inferInsert> = {}) {
  const number = `PX2041-${String(++made).padStart(6, '0')}`
  const [row] = await site.services.db
    .insert(registration)
    .values({
      number,
      courseId,
      channel: 'public',
      organisationName: `开票单位${made}`,
      status: 'confirmed',

      totalFee: 1200,
      paidOn: today,
      payer: '开票单位',
      invoice: wantedInvoice(),
      invoiceState: 'requested',
      ...changes,
    })
    .returning()
  return row!
}

async function member() {
  const { api, accountId, token } = await signUpComplete(site)
  const of = { kind: 'enrolment', accountId, title: TITLE, state: 'approved' as const, stateSince: new Date() }
  const [row] = await site.services.db.insert(application).values(of).returning({ id: application.id })
  return { api, token, of: await payer({ channel: 'member', applicationId: row!.id }) }
}

const rowOf = async (id: number) => {
  const { number } = (await site.services.db.select().from(registration).where(eq(registration.id, id)))[0]!
  return (await cashier.get('/staff/training/invoices', { key: number! })).data.list[0]
}
const fileOf = async (bytes = pdf(), use = 'invoice', name = '发票.pdf') =>
  (await upload(site, bytes, { use, name, headers: { ...headers, 'sec-fetch-site': 'same-origin' } })).data.id as number
const digits = () => `2611200000001234${String(++made).padStart(4, '0')}`
const issue = (by: typeof cashier, of: { id: number; version: number }, more: object) =>
  by.post('/staff/training/invoice/issue', { id: of.id, version: of.version, issuedOn: today, ...more })

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
    const noted = await site.services.db.select().from(auditEvent).where(eq(auditEvent.action, 'invoice.reveal'))
    expect(noted).toMatchObject([{ objectType: 'registration', objectId: of.id }])
  })
})

describe('an invoice', () => {
  test('of a member comes as a message with its file', async () => {
    const { api, token, of } = await member()
    const number = digits()
    const fileId = await fileOf()
    expect(await issue(cashier, of, { number, fileId })).toMatchObject({
      code: 200,
      data: { state: 'issued', stateName: '已开票', told: 'message' },
    })
    const [message] = (await api.get('/member/message/list')).data.list
    expect(message).toMatchObject({ title: `“${TITLE}”的发票已开具`, file: { name: '发票.pdf' } })
    expect(message.content).toContain(number)
    const url = `/api/member/message/file?id=${message.id}`
    const file = await site.app.inject({ url, headers: { token, 'sec-fetch-site': 'same-origin' } })
    expect(file.headers['content-type']).toBe('application/pdf')
    expect(await rowOf(of.id)).toMatchObject({
      invoiceNumber: number,
      issuedOn: today,
      file: { id: fileId },
      may: ['issue'],
    })
  })

  test('of a visitor is told by SMS; whoever has no way back to it is not', async () => {
    const phone = newPhone()
    const contactMobileSealed = site.services.sealer.seal(phone)
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

  test('issued by two at once is issued once; the second is told by whom', async () => {
    const of = await payer()
    const [one, two] = [await fileOf(), await fileOf()]
    const answers = await Promise.all([
      issue(cashier, of, { number: digits(), fileId: one }),
      cashier.post('/staff/training/invoice/refuse', { id: of.id, version: of.version, reason: '税号有误' }),
      issue(cashier, of, { number: digits(), fileId: two }),
    ])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409, 409])
    for (const { code, msg } of answers) if (code === 409) expect(msg).toMatch(/^已由 .+ 于 .+ 修改/)
    const { version } = await rowOf(of.id)
    expect(version).toBe(of.version + 1)
  })

  test('is replaced by issuing it again, with what was read', async () => {
    const of = await payer()
    const first = { number: digits(), fileId: await fileOf() }
    const { version } = (await issue(cashier, of, first)).data
    expect((await issue(other, of, first)).code).toBe(409)
    const number = digits()
    expect((await issue(cashier, { id: of.id, version }, { number, fileId: await fileOf() })).code).toBe(200)
    expect(await rowOf(of.id)).toMatchObject({ state: 'issued', invoiceNumber: number })
  })

  test('may be one for several registrations of the same title, and not of another', async () => {
    const number = digits()
    const [one, two] = [await payer(), await payer()]
    const third = await payer({ invoice: { ...wantedInvoice(), title: '另一家有限公司' } })
    for (const of of [one, two]) expect((await issue(cashier, of, { number, fileId: await fileOf() })).code).toBe(200)
    const wrong = await issue(cashier, third, { number, fileId: await fileOf() })
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
    const unpaid = await payer({ status: 'unpaid' })
    expect(await issue(cashier, unpaid, good)).toMatchObject({ code: 409, msg: expect.stringContaining('到账后') })
    const none = await payer({ invoice: null, invoiceState: 'none' })
    expect((await issue(cashier, none, good)).code).toBe(404)
    expect(await rowOf(of.id)).toMatchObject({ state: 'requested', version: of.version, file: null })
  })
})

const picture = async () => {
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width: 20, height: 20, channels: 3, background: 'white' } })
    .png()
    .toBuffer()
}

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
  expect((await issue(cashier, after, { number: digits(), fileId: await fileOf() })).code).toBe(200)
  const file = await site.app.inject({
    method: 'POST',
    url: '/api/training/v2/download',
    payload: { id, type: 'invoice' },
    headers: { token: own.token, 'sec-fetch-site': 'same-origin' },
  })
  expect(file.headers['content-type']).toBe('application/pdf')
})
