import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { anonymous } from '#lib/server/api/context.ts'
import { enterCertificates } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { keepCalendar } from '#modules/review/server/calendar.ts'
import { applicationEvent } from '#modules/review/server/tables.ts'
import { startApp } from '../../../../test/app.ts'
import {
  asStaff,
  codeFor,
  later,
  newAddress,
  newCreditCode,
  newPhone,
  putFile,
  signUpComplete,
  textsTo,
} from '../../../../test/make.ts'
import { pdf } from '../../../../test/uploads.ts'

type Site = Awaited<ReturnType<typeof startApp>>
let site: Site
let reviewer: Awaited<ReturnType<typeof asStaff>>
beforeAll(async () => {
  site = await startApp({ demo: true })
  reviewer = await asStaff(site, 'reviewer')
})
afterAll(() => site.close())

const AT = '/qualification/old'
let made = 0
/** As nobody else has written it, in the style of the old papers. */
const newNumber = () => `锅清(A)字第${9000 + ++made}号`

const paper = (given: object = {}) => ({
  certNo: newNumber(),
  orgName: '沈阳第一锅炉清洗公司',
  creditCode: newCreditCode(),
  provinceCode: '210000',
  childId: 101,
  levelId: 1012,
  scope: '9.8 MPa 及以下',
  issueDate: '2023-04-01',
  validTo: '2027-03-31',
  contactName: '李晓明',
  agree: true,
  ...given,
})
type Paper = ReturnType<typeof paper>

/** A scan, with that ticket. */
async function send(ticket: string) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(pdf('旧证书'))]), '旧证书.pdf')
  const body = new Response(form)
  const headers = { ticket, 'content-type': body.headers.get('content-type')! }
  const payload = Buffer.from(await body.arrayBuffer())
  return (await site.app.inject({ method: 'POST', url: `/api${AT}/file`, headers, payload })).json()
}

/** Somebody without an account who has proved a phone. */
async function visitor(phone = newPhone()) {
  const smsCode = await codeFor(site, { scene: 'legacy', phone })
  const proved = await site.from(newAddress()).post(`${AT}/phone`, { contactMobile: phone, smsCode })
  const ticket: string = proved.data.ticket
  const api = site.as({ ticket }, newAddress())
  const upload = async (): Promise<number> => (await send(ticket)).data.id
  const submit = async (form: Paper, more: object = {}) =>
    api.post(`${AT}/submit`, { contactMobile: phone, certScan: await upload(), ...form, ...more })
  return { phone, api, upload, submit }
}

const show = (api: { get: Site['get'] }, { certNo, creditCode }: Paper) =>
  api.get(`${AT}/getApply`, { certNo, creditCode }).then(({ data }) => data)
async function decide(id: number, action: string, more: object = {}) {
  const { data } = await reviewer.get('/staff/review/detail', { id })
  return reviewer.post('/staff/review/decide', { id, version: data.version, action, opinion: '', ...more })
}
const verify = async (number: string) => (await site.get('/cert/verify', { number })).data
const rowsOf = (number: string) => site.services.db.select().from(certificate).where(eq(certificate.number, number))

describe('a visitor with an old certificate', () => {
  test('proves a phone, hands it in, and after the staff’s yes everybody can check it', async () => {
    const form = paper()
    expect(await verify(form.certNo)).toBeNull()
    const { phone, submit } = await visitor()
    const done = await submit(form)
    expect(done).toMatchObject({
      code: 200,
      data: { status: 'submitted', applyNo: expect.stringMatching(/^BL\d{4}-/) },
    })
    expect((await textsTo(site, phone))[0]).toContain('/admin/publicity/qualification/old?token=')

    const { data: of } = await reviewer.get('/staff/review/detail', { id: done.data.id })
    expect(of.timeline[0]).toMatchObject({ actorName: '访客', by: 'applicant' })
    expect(of.title).toBe(`${form.orgName} ${form.certNo}`)
    expect(JSON.stringify(of)).not.toContain(phone)
    expect(of.aside[0].facts.map(({ text }: { text: string }) => text)).toEqual([
      '没有',
      expect.stringContaining('没有登记的单位'),
      '没有',
      '访客，手机号已凭短信验证',
    ])
    const file = of.materials[0].files[0].url.replace('/api', '')
    expect((await site.app.inject({ url: `/api${file}` })).json().code).toBe(404)
    expect((await decide(done.data.id, 'pass')).data.status).toBe('approved')
    expect(await verify(form.certNo)).toMatchObject({ certNo: form.certNo, today: { certStatus: 'valid' } })
    expect(await rowsOf(form.certNo)).toMatchObject([
      { source: 'legacy', kindCode: 'QX01', levelCode: 'B', organisationId: null, validTo: '2027-03-31' },
    ])
    expect((await textsTo(site, phone))[0]).toContain('已在名册中')
  })

  test('may write down a kind that the catalogue does not have', async () => {
    const form = paper({ childId: undefined, levelId: undefined, oldKind: '工业锅炉水质检验站', oldLevel: '甲级' })
    const { submit } = await visitor()
    const { data } = await submit(form)
    await decide(data.id, 'pass')
    const [row] = await rowsOf(form.certNo)
    expect(row).toMatchObject({ kindName: '工业锅炉水质检验站', levelName: '甲级', groupName: '历史种类' })
    expect(await verify(form.certNo)).toMatchObject({ kindName: '工业锅炉水质检验站' })
  })

  test('hears of everything that is missing at once, and the code and the scan are good for the next try', async () => {
    const { api, upload, phone } = await visitor()
    const scan = await upload()
    const wrong = await api.post(`${AT}/submit`, { contactMobile: phone, certScan: scan, agree: true })
    expect(wrong.code).toBe(400)
    expect(Object.keys(wrong.data.fields)).toEqual(
      expect.arrayContaining(['certNo', 'childId', 'issueDate', 'orgName', 'creditCode', 'provinceCode']),
    )
    const bad = paper({ levelId: undefined, issueDate: addDays(dayOf(new Date()), 1) })
    const odd = await api.post(`${AT}/submit`, { ...bad, contactMobile: phone, certScan: scan })
    expect(Object.keys(odd.data.fields)).toEqual(['levelId', 'issueDate'])
    const without = await api.post(`${AT}/submit`, { ...paper(), contactMobile: phone })
    expect(without.data.fields).toEqual({ certScan: '请上传证书扫描件' })
    const good = await api.post(`${AT}/submit`, { ...paper(), contactMobile: phone, certScan: scan })
    expect(good.code).toBe(200)
  })

  test('stores nothing and hands in nothing before the phone is proved', async () => {
    const anybody = site.from(newAddress())
    const refused = await anybody.post(`${AT}/submit`, { ...paper(), contactMobile: newPhone(), certScan: 1 })
    expect([refused.code, refused.data.fields]).toEqual([400, { smsCode: '请填写短信验证码' }])
    const guess = await anybody.post(`${AT}/phone`, { contactMobile: newPhone(), smsCode: '000000' })
    expect(guess.data.fields).toHaveProperty('smsCode')
    expect((await send('forged')).code).toBe(403)
    const { api } = await visitor()
    const other = await api.post(`${AT}/submit`, { ...paper(), contactMobile: newPhone(), certScan: 1 })
    expect(other.data.fields).toHaveProperty('contactMobile')
  })
})

describe('a return', () => {
  test('opens what was marked, to the phone that handed it in and to no other', async () => {
    const form = paper()
    const first = await visitor()
    const { data } = await first.submit(form)
    await decide(data.id, 'return', { remarks: [{ field: 'certNo', text: '与扫描件不一致' }] })
    const link = (await textsTo(site, first.phone))[0]!.match(/token=([\w-]+)/)![1]!
    expect((await site.get(`${AT}/getApply`, { token: link })).data.apply).toMatchObject({
      id: data.id,
      status: 'returned',
      canEdit: true,
      own: null,
      auditReason: { items: [{ field: 'certNo', text: '与扫描件不一致' }] },
    })
    const stranger = await show(site.from(newAddress()), form)
    expect(JSON.stringify(stranger)).not.toContain(first.phone)
    expect(stranger.apply).toMatchObject({ status: 'returned', own: null })

    const foreign = await visitor()
    const refused = await foreign.submit({ ...form, certNo: newNumber() }, { id: data.id })
    expect([refused.code, refused.msg]).toEqual([403, expect.stringContaining('另一手机号')])
    // A minute lies between two codes.
    await later(site, 2)
    const back = await visitor(first.phone)
    const own = (await show(back.api, form)).apply.own
    expect(own).toMatchObject({ form: { contactMobile: first.phone }, openFields: ['certNo'], canReplaceScan: false })
    const number = newNumber()
    const corrected = { ...form, certNo: number, orgName: '另一公司', contactMobile: first.phone, id: data.id }
    const done = await back.api.post(`${AT}/submit`, { ...corrected, answers: { certNo: '已改正' } })
    expect(done.data).toMatchObject({ id: data.id, status: 'submitted' })
    const { data: of } = await reviewer.get('/staff/review/detail', { id: data.id })
    expect(of.rounds[1].changes).toMatchObject([
      { field: 'certNo', before: form.certNo, after: number, answer: '已改正' },
    ])
    expect(of.title).toBe(`${form.orgName} ${number}`)
    expect((await show(site.from(newAddress()), form)).apply).toBeNull()
    await decide(data.id, 'pass')
    expect(await verify(number)).toMatchObject({ certNo: number })
  })

  test('ends by the calendar where nobody comes back, and the number is free again', async () => {
    const form = paper()
    const { submit } = await visitor()
    const { data } = await submit(form)
    await decide(data.id, 'return', { opinion: '扫描件不清晰' })
    const now = new Date(Date.now() + 62 * 86_400_000)
    await keepCalendar({ ...site.services, now, actor: anonymous, address: '', log: site.app.log, headers: {} })
    expect((await show(site.from(newAddress()), form)).apply).toMatchObject({ status: 'expired', canEdit: false })
    expect((await (await visitor()).submit(form)).data.status).toBe('submitted')
  })
})

describe('no certificate comes twice', () => {
  test('handed in at the same time by four, it is one’s', async () => {
    const form = paper()
    const callers = await Promise.all(Array.from({ length: 4 }, () => visitor()))
    const answers = await Promise.all(callers.map(({ submit }) => submit(form)))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(3).fill(403)])
    expect((await reviewer.get('/staff/review/list', { key: form.certNo, status: 'all' })).data.total).toBe(1)
  })

  test('of a double click one is handed in, and both hear the same', async () => {
    const form = paper()
    const { submit } = await visitor()
    const [one, two] = await Promise.all([submit(form), submit(form)])
    expect([one!.code, two!.code, two!.data.id]).toEqual([200, 200, one!.data.id])
    const events = await site.services.db
      .select()
      .from(applicationEvent)
      .where(eq(applicationEvent.applicationId, one!.data.id))
    expect(events).toHaveLength(1)
  })

  test('what the register has is refused when it is handed in, and when it is confirmed', async () => {
    const [taken] = await site.services.db.select().from(certificate).where(eq(certificate.register, 'qualification'))
    const known = await (await visitor()).submit(paper({ certNo: taken!.number.toLowerCase() }))
    expect([known.code, known.msg]).toEqual([409, expect.stringContaining('不能重复登记')])
    const form = paper()
    const { data } = await (await visitor()).submit(form)
    const { id: _, numberKey: __, token: ___, words: ____, ...copy } = taken!
    await enterCertificates({ db: site.services.db, now: new Date() }, [{ ...copy, number: form.certNo }])
    const { data: of } = await reviewer.get('/staff/review/detail', { id: data.id })
    expect(of.aside[0].facts[0]).toMatchObject({ isBad: true, text: expect.stringContaining('不能重复登记') })
    const refused = await decide(data.id, 'pass')
    expect([refused.code, refused.msg]).toEqual([409, expect.stringContaining('不能重复登记')])
    expect((await rowsOf(form.certNo)).length).toBe(1)
    expect((await decide(data.id, 'reject', { opinion: '已在名册中' })).data.status).toBe('rejected')
  })
})

describe('a company', () => {
  test('hands in several under its own account, without a code, and finds them in its centre', async () => {
    const own = await signUpComplete(site)
    const { data } = await own.api.get(`${AT}/getApply`)
    expect(data).toMatchObject({ needsCode: false, prefill: { orgName: own.orgName, creditCode: own.creditCode } })
    const submit = async (given: object = {}) => {
      const form = paper({ ...data.prefill, ...given })
      const answer = await own.api.post(`${AT}/submit`, { ...form, certScan: await putFile(site, own.token, '旧.png') })
      return { ...answer, form }
    }
    const foreign = await submit({ creditCode: newCreditCode() })
    expect(foreign.data.fields).toHaveProperty('creditCode')
    const [one, two] = [await submit(), await submit()]
    expect([one.code, two.code]).toEqual([200, 200])
    const doing = (await own.api.get('/member/doing/list')).data
    expect(doing.map(({ id }: { id: number }) => id).sort()).toEqual([one.data.id, two.data.id])
    await decide(one.data.id, 'return', { opinion: '请重新扫描' })
    const route: string = (await own.api.get('/member/application/detail', { id: one.data.id })).data.route
    const id = Number(route.match(/old\?id=(\d+)$/)![1])
    const shown = (await own.api.get(`${AT}/getApply`, { id })).data.apply
    expect(shown).toMatchObject({ canEdit: true, own: { form: { certNo: one.form.certNo }, canReplaceScan: true } })
    expect((await site.get(`${AT}/getApply`, { id })).data.apply).toBeNull()
    const certScan = await putFile(site, own.token, '清楚的.png')
    expect((await own.api.post(`${AT}/submit`, { ...one.form, certScan })).data.status).toBe('submitted')
    await decide(one.data.id, 'pass')
    const mine = (await own.api.get('/member/qualification/list')).data
    expect(mine.map(({ certNo }: { certNo: string }) => certNo)).toEqual([one.form.certNo])
    const withdrawn = (await own.api.get('/member/application/detail', { id: two.data.id })).data
    await own.api.post('/member/application/withdraw', { id: two.data.id, version: withdrawn.version })
    expect((await submit({ certNo: two.form.certNo })).code).toBe(200)
  })

  test('that registers later gets what was brought in under its credit code', async () => {
    const form = paper()
    const { data } = await (await visitor()).submit(form)
    await decide(data.id, 'pass')
    const own = await signUpComplete(site, { creditCode: form.creditCode })
    const mine = (await own.api.get('/member/qualification/list')).data
    expect(mine.map(({ certNo }: { certNo: string }) => certNo)).toEqual([form.certNo])
  })

  test('claims a certificate that an import had brought without it: the same row, no second one', async () => {
    const own = await signUpComplete(site)
    const form = paper({ orgName: own.orgName, creditCode: own.creditCode })
    const [template] = await site.services.db
      .select()
      .from(certificate)
      .where(eq(certificate.register, 'qualification'))
    const { id: _, numberKey: __, token: ___, words: ____, ...copy } = template!
    const imported = { ...copy, organisationId: null, creditCode: null, publishedAt: null, number: form.certNo }
    const [row] = await enterCertificates({ db: site.services.db, now: new Date() }, [imported])
    const { data } = await (await visitor()).submit(form)
    const { data: of } = await reviewer.get('/staff/review/detail', { id: data.id })
    expect(of.aside[0]).toMatchObject({ link: { route: `/staff/certificates/${row!.id}` } })
    await decide(data.id, 'pass')
    const after = await rowsOf(form.certNo)
    expect(after).toMatchObject([{ id: row!.id, creditCode: own.creditCode, holderName: copy.holderName }])
    expect(after[0]!.organisationId).not.toBeNull()
    expect((await own.api.get('/member/message/list')).data.list[0].content).toContain('旧证补录')
  })
})
