import { describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { applyDeadlines } from '#modules/review/server/calendar.ts'
import {
  AT,
  decide,
  newNumber,
  type Paper,
  paper,
  reviewer,
  rowsOf,
  type Site,
  send,
  setUpLegacyCertificates,
  visitor,
} from '#test/setups/qualifications/legacyCertificates.ts'
import { site } from '#test/setups/site.ts'
import { advanceTime, newAddress, newPhone, textsTo } from '#test/support/make.ts'

setUpLegacyCertificates()

const show = (api: { get: Site['get'] }, { certNo, creditCode }: Paper) =>
  api.get(`${AT}/getApply`, { certNo, creditCode }).then(({ data }) => data)
const verify = async (number: string) => (await site.get('/cert/verify', { number })).data

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
    await advanceTime(site, 2)
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
    await applyDeadlines(site.ctx(now))
    expect((await show(site.from(newAddress()), form)).apply).toMatchObject({ status: 'expired', canEdit: false })
    expect((await (await visitor()).submit(form)).data.status).toBe('submitted')
  })
})
