import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { residentIdCheck } from '#lib/residentId.ts'
import { startApp } from '../../../test/app.ts'
import { asStaff, newPhone, PASSWORD, signInAs, signUp } from '../../../test/make.ts'
import { staffed } from '../../../test/staffed.ts'
import { sheetOf, textsOf } from '../../../test/workbooks.ts'
import { account } from '../accounts/server/tables.ts'
import { auditEvent } from '../audit/server/tables.ts'
import { certificate } from '../certificates/server/tables.ts'
import { remindOfExpiry } from '../members/server/reminders.ts'
import { employment, organisation, person } from '../members/server/tables.ts'
import { creditHours } from './server/studyHours.ts'
import { studyHours } from './server/tables.ts'

let site: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  site = await startApp({ demo: true, env: { WRITES_PER_MINUTE: '10000' } })
})
afterAll(() => site.close())

const today = dayOf(new Date())
let serial = 100
const newIdNumber = () => {
  const first17 = `11000019900308${++serial}`
  return first17 + residentIdCheck(first17)
}
const form = (over: object = {}) => ({
  name: '柳如是',
  idType: 'resident',
  idNumber: newIdNumber(),
  provinceCode: '110000',
  mobile: newPhone(),
  ...over,
})
type Company = Awaited<ReturnType<typeof staffed>>
const detailOf = async (company: Pick<Company, 'get'>, id: number) => (await company.get('/person/detail', { id })).data
const leave = async (company: Company, id: number, over: object = {}) => {
  const { version } = await detailOf(company, id)
  return company.post('/person/leave', { id, version, form: { reason: 'resigned', day: today, ...over } })
}
/** Somebody of this company who keeps an account. */
async function withAccount(company: Company) {
  const given = form({ name: '李晓明' })
  const { data } = await company.post('/person/add', { form: given })
  const one = await signUp(site, { accountType: 'person' })
  await site.services.db.update(account).set({ personId: data.id }).where(eq(account.id, one.accountId))
  return { ...one, id: data.id as number }
}

describe('a company', () => {
  test('sees its own people and their certificates, numbers only in part', async () => {
    const qingyuan = site.as(await signInAs(site, 'qingyuan'))
    const { db } = site.services
    const [own] = await db.select().from(organisation).where(eq(organisation.name, '北京清源锅炉清洗有限公司'))
    const people = await db.select().from(person).where(eq(person.organisationId, own!.id))
    const { data } = await qingyuan.get('/person/list', { pageSize: 100 })
    expect(data.total).toBe(people.length)
    expect(data.list.map((row: { id: number }) => row.id).sort()).toEqual(people.map(({ id }) => id).sort())
    for (const row of data.list) {
      expect(row.idNo).toMatch(/^.\*+.$/)
      expect(row.mobile).toMatch(/^139\*{4}\d{4}$/)
    }
    const certs = (await qingyuan.get('/person/cert/list', { pageSize: 100 })).data
    const names = new Set(people.map(({ name }) => name))
    expect(certs.list.length).toBeGreaterThan(3)
    expect(certs.list.every((row: { name: string }) => names.has(row.name))).toBe(true)
    const { rawPayload } = await site.app.inject({
      method: 'GET',
      url: '/api/person/cert/export?status=expiring',
      headers: { token: await signInAs(site, 'qingyuan'), 'sec-fetch-site': 'same-origin' },
    })
    const soon = (await qingyuan.get('/person/cert/list', { status: 'expiring' })).data
    expect(textsOf(await sheetOf(rawPayload)).slice(1)).toHaveLength(soon.total)
    const ends = certs.list.map((row: { validTo: string }) => row.validTo)
    expect(ends).toEqual([...ends].sort())
  })

  test('is told how many there are, by state, group, kind, level and year', async () => {
    const company = await staffed(site)
    await company.employ('工程师', { validTo: addDays(today, 500) })
    await company.employ('工程师', { validTo: addDays(today, 40) })
    await company.employ('工程师', { validFrom: addDays(today, -900), validTo: addDays(today, -3) })
    await company.employ('工程师')
    const { data } = await company.get('/person/stat')
    expect(data).toMatchObject({ persons: 4, certified: 2, total: 3, valid: 2, expiring: 1, expired: 1 })
    expect(data.byGroup).toEqual([{ groupName: '化学清洗', num: 2 }])
    expect(data.byKind).toEqual([{ kindId: 102, kindName: '化学清洗员', num: 2 }])
    expect(data.trend).toEqual([{ year: Number(addDays(today, -700).slice(0, 4)), num: 3 }])
    expect((await company.get('/person/stat', { kindId: 101 })).data).toMatchObject({ persons: 4, total: 0 })
  })

  test('narrows the list by name, kind and state, and takes the same along as a workbook', async () => {
    const company = await staffed(site)
    const soon = await company.employ('工程师', { validTo: addDays(today, 40) })
    await company.employ('工程师', { validTo: addDays(today, 500) })
    await company.post('/person/add', { form: form({ name: '顾横波' }) })
    const ids = async (query: object) =>
      (await company.get('/person/list', query as never)).data.list.map((row: { id: number }) => row.id)
    expect(await ids({ status: 'expiring' })).toEqual([soon])
    expect(await ids({ kindId: 102 })).toHaveLength(2)
    expect(await ids({ kindId: 999 })).toEqual([])
    expect(await ids({ name: '横波' })).toHaveLength(1)
    expect(await ids({ name: '%' })).toEqual([])
    const { rawPayload } = await site.app.inject({
      method: 'GET',
      url: `/api/person/export?name=${encodeURIComponent('横波')}`,
      headers: { token: await tokenOf(company), 'sec-fetch-site': 'same-origin' },
    })
    const rows = textsOf(await sheetOf(rawPayload))
    expect(rows).toHaveLength(2)
    expect(rows[1]![0]).toBe('顾横波')
    expect(JSON.stringify(rows)).not.toMatch(/\d{17}[\dX]|1390\d{7}/)
  })

  test('is told the same of another’s person as of nobody, whatever it tries', async () => {
    const [mine, theirs] = [await staffed(site), await staffed(site)]
    const id = await theirs.employ('工程师', { validTo: addDays(today, 300) })
    const version = (await detailOf(theirs, id)).version
    const tries = (of: number) => [
      mine.get('/person/detail', { id: of }),
      mine.post('/person/edit', { id: of, version, form: { position: '厂长' } }),
      mine.post('/person/leave', { id: of, version, form: { reason: 'resigned', day: today } }),
    ]
    const [known, unknown] = [await Promise.all(tries(id)), await Promise.all(tries(999_999))]
    expect(known.map(({ code }) => code)).toEqual([404, 404, 404])
    expect(known).toEqual(unknown)
    expect((await mine.get('/person/cert/list', { personId: id })).data.total).toBe(0)
    expect((await detailOf(theirs, id)).since).toBe(today)
  })

  test('has to say who it is before it enters anybody', async () => {
    const { api } = await signUp(site)
    expect((await api.get('/person/list')).data).toMatchObject({ list: [], total: 0 })
    expect(await api.post('/person/add', { form: form() })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('完善'),
    })
  })
})

const tokenOf = async ({ accountId }: { accountId: number }) => {
  const [of] = await site.services.db.select().from(account).where(eq(account.id, accountId))
  return signInAs(site, of!.userName, '清洗之前先看水质 7')
}

describe('somebody is entered', () => {
  test('since the day that the company says, and nothing of it is public without consent', async () => {
    const company = await staffed(site)
    const { data } = await company.post('/person/add', { form: form({ fromDay: addDays(today, -30) }) })
    const of = await detailOf(company, data.id)
    expect(of).toMatchObject({ since: addDays(today, -30), consent: null, hasAccount: false })
    expect(of.employments).toMatchObject([{ organisationName: company.name, toDay: null, beganName: '单位登记' }])
    await company.certify(data.id, { validTo: addDays(today, 300) })
    const [held] = await site.services.db.select().from(certificate).where(eq(certificate.personId, data.id))
    expect(held!.publishedAt).toBeNull()
  })

  test('with the written consent that the company states, which is kept with its time and text', async () => {
    const company = await staffed(site)
    const { data } = await company.post('/person/add', { form: form(), hasConsent: true })
    expect((await detailOf(company, data.id)).consent).toEqual({ at: expect.any(String), version: '1（单位声明）' })
    const { version } = await detailOf(company, data.id)
    await company.post('/person/edit', { id: data.id, version, form: {}, hasConsent: false })
    expect((await detailOf(company, data.id)).consent).toBeNull()
  })

  test('once: of two who do it at the same time one is told', async () => {
    const [mine, theirs] = [await staffed(site), await staffed(site)]
    const given = form()
    const answers = await Promise.all([
      mine.post('/person/add', { form: given }),
      theirs.post('/person/add', { form: given }),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(answers.find(({ code }) => code === 409)!.data.fields.idNumber).toContain('人员转入')
  })

  test('with what is wrong named at its field', async () => {
    const company = await staffed(site)
    const given = { name: '', idType: 'resident', idNumber: '110000199003081001', fromDay: addDays(today, 1) }
    const { code, data } = await company.post('/person/add', { form: given })
    expect([code, Object.keys(data.fields).sort()]).toEqual([400, ['fromDay', 'idNumber', 'name', 'provinceCode']])
  })
})

describe('a file', () => {
  test('is changed by the company, but for who somebody is', async () => {
    const company = await staffed(site)
    const given = form()
    const { data } = await company.post('/person/add', { form: given })
    const { version } = await detailOf(company, data.id)
    const changes = { position: '总工程师', name: '别人', idNumber: newIdNumber() }
    expect((await company.post('/person/edit', { id: data.id, version, form: changes })).code).toBe(200)
    const [row] = await site.services.db.select().from(person).where(eq(person.id, data.id))
    expect(row).toMatchObject({ name: '柳如是', position: '总工程师' })
    expect(site.services.sealer.open(row!.idNumberSealed!)).toBe(given.idNumber)
    expect(await company.post('/person/edit', { id: data.id, version, form: { position: '厂长' } })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('另一处修改'),
    })
    const lines = await site.services.db.select().from(auditEvent).where(eq(auditEvent.objectId, data.id))
    expect(lines.some(({ action, after }) => action === 'person.edit' && after)).toBe(true)
  })

  test('of who keeps an account: the company says what the job is, the person all else', async () => {
    const company = await staffed(site)
    const one = await withAccount(company)
    const { version, fields } = await detailOf(company, one.id)
    expect(fields.map(({ name }: { name: string }) => name)).toEqual(['jobTitle', 'position'])
    const edited = await company.post('/person/edit', {
      id: one.id,
      version,
      form: { jobTitle: '工程师', mobile: newPhone() },
    })
    expect(edited.code).toBe(200)
    const [row] = await site.services.db.select().from(person).where(eq(person.id, one.id))
    expect(row!.jobTitle).toBe('工程师')
    const again = (await detailOf(company, one.id)).version
    expect(
      await company.post('/person/edit', { id: one.id, version: again, form: {}, hasConsent: true }),
    ).toMatchObject({
      code: 409,
      msg: expect.stringContaining('本人'),
    })
  })

  test('of the own: a person sees itself alone, with everywhere it has worked', async () => {
    const [company, next] = [await staffed(site), await staffed(site)]
    const one = await withAccount(company)
    expect((await one.api.get('/person/list')).data).toMatchObject({ total: 1, list: [{ id: one.id }] })
    expect((await one.api.get('/person/stat')).data.persons).toBe(1)
    const colleague = await company.employ('工程师')
    expect((await one.api.get('/person/detail', { id: colleague })).code).toBe(404)
    for (const [path, body] of [
      ['/person/add', { form: form() }],
      ['/person/takeover', { form: { ...form(), fromDay: today } }],
    ] as const)
      expect((await one.api.post(path, body)).code).toBe(409)
    await leave(company, one.id)
    const [row] = await site.services.db.select().from(person).where(eq(person.id, one.id))
    const idNumber = site.services.sealer.open(row!.idNumberSealed!)
    const given = { name: '李晓明', idType: 'resident', idNumber, fromDay: today }
    expect((await next.post('/person/takeover', { form: given })).data.status).toBe('joined')
    const places = (of: { employments: { organisationName: string }[] }) =>
      of.employments.map(({ organisationName }) => organisationName)
    expect(places(await detailOf(one.api, one.id))).toEqual([next.name, company.name])
    expect(places(await detailOf(next, one.id))).toEqual([next.name])
  })
})

describe('somebody leaves', () => {
  test('the certificates that then lack people are named, before and after, and the company is warned', async () => {
    const company = await staffed(site)
    const people: number[] = []
    for (let i = 0; i < 3; i++) people.push(await company.employ('技师', { validTo: addDays(today, 700) }))
    await company.hold('FW02', 'C')
    const warning = expect.stringMatching(/^该人员离开后，.+ 将缺 1 名持证人员$/)
    expect((await detailOf(company, people[0]!)).ifLeft).toEqual([warning])
    expect((await leave(company, people[0]!)).data.lacks).toEqual([warning])
    const staff = await asStaff(site, 'admin')
    const { list } = (await staff.get('/staff/qualification/shortfall/list', { key: company.name })).data
    expect(list).toMatchObject([{ sentence: '持证人员需要 3 名，现有 2 名', state: 'short' }])
    const { data } = await company.get('/member/message/list')
    expect(data.list.map((row: { title: string }) => row.title)).toContainEqual(expect.stringContaining('资质条件不足'))
    expect((await company.get('/person/detail', { id: people[0]! })).code).toBe(404)
    expect((await company.get('/person/stat')).data).toMatchObject({ persons: 2, valid: 2 })
    const seen = (await staff.get('/staff/person/detail', { id: people[0]! })).data
    expect(seen.employments).toMatchObject([{ organisationName: company.name, toDay: today, reason: '离职' }])
  })

  test('on a day between arrival and today, for a reason', async () => {
    const company = await staffed(site)
    const { data } = await company.post('/person/add', { form: form({ fromDay: addDays(today, -10) }) })
    for (const over of [{ day: addDays(today, 1) }, { day: addDays(today, -11) }, { reason: 'fired' }, { day: '' }]) {
      const { code, data: said } = await leave(company, data.id, over)
      expect([code, Object.keys(said.fields)]).toEqual([400, [Object.keys(over)[0]]])
    }
    expect((await leave(company, data.id, { day: addDays(today, -2), reason: 'other', note: '项目结束' })).code).toBe(
      200,
    )
    const [row] = await site.services.db.select().from(employment).where(eq(employment.personId, data.id))
    expect(row).toMatchObject({ toDay: addDays(today, -2), ended: 'company', endReason: '其他：项目结束' })
  })

  test('and takes the certificates along: their ends are in the calendar of the next employer', async () => {
    const [former, next] = [await staffed(site), await staffed(site)]
    const given = form()
    const { data } = await former.post('/person/add', { form: given })
    await former.certify(data.id, { validTo: addDays(today, 80) })
    const [held] = await site.services.db.select().from(certificate).where(eq(certificate.personId, data.id))
    const isIn = async (company: Company) => {
      const headers = { token: await tokenOf(company), 'sec-fetch-site': 'same-origin' }
      const { body } = await site.app.inject({ method: 'GET', url: '/api/member/calendar', headers })
      return body.replace(/\r\n /g, '').includes(held!.number)
    }
    expect([await isIn(former), await isIn(next)]).toEqual([true, false])
    await leave(former, data.id)
    const { name, idType, idNumber } = given
    await next.post('/person/takeover', { form: { name, idType, idNumber, fromDay: today } })
    expect([await isIn(former), await isIn(next)]).toEqual([false, true])
    await remindOfExpiry({ ...site.services, now: new Date() })
    const titlesOf = async (company: Company) =>
      (await company.get('/member/message/list')).data.list.map(({ title }: { title: string }) => title)
    expect(await titlesOf(next)).toContainEqual(expect.stringContaining('天到期'))
    expect(await titlesOf(former)).not.toContainEqual(expect.stringContaining('天到期'))
  })

  test('for good: with the account goes where somebody worked and what was learnt', async () => {
    const company = await staffed(site)
    const one = await withAccount(company)
    const credit = { personId: one.id, title: '宣贯班', hours: 8, earnedOn: today, courseId: null }
    await creditHours({ db: site.services.db, now: new Date() }, [credit])
    const headers = { token: one.token, 'sec-fetch-site': 'same-origin' }
    const { body } = await site.app.inject({ method: 'GET', url: '/api/member/privacy/export', headers })
    expect(body).toContain(company.name)
    expect(body).toContain('宣贯班')
    expect((await one.api.post('/member/privacy/delete', { password: PASSWORD })).code).toBe(200)
    const rows = [employment, studyHours].map(table => site.services.db.$count(table, eq(table.personId, one.id)))
    expect(await Promise.all(rows)).toEqual([0, 0])
    expect((await company.get('/person/list')).data.total).toBe(0)
  })

  test('and is told so, where there is an account', async () => {
    const company = await staffed(site)
    const one = await withAccount(company)
    await leave(company, one.id)
    expect((await one.api.get('/member/message/list')).data.list[0]).toMatchObject({
      title: `您不再列入${company.name}的人员`,
    })
  })
})

describe('继续教育学时', () => {
  test('count within the validity of a certificate, for its kind or for all', async () => {
    const company = await staffed(site)
    const personId = await company.employ('工程师', { validFrom: addDays(today, -300), validTo: addDays(today, 900) })
    const credit = { personId, title: '宣贯班', hours: 8, earnedOn: addDays(today, -20), courseId: null }
    await creditHours({ db: site.services.db, now: new Date() }, [
      { ...credit, certificateKind: null },
      { ...credit, certificateKind: 'HQ2', hours: 4.5 },
      { ...credit, certificateKind: 'SJ1' },
      { ...credit, certificateKind: null, earnedOn: addDays(today, -400) },
    ])
    const { data } = await company.get('/person/cert/list', { personId })
    expect(data.list).toMatchObject([{ hours: 12.5, hoursNeeded: 24 }])
    const of = await detailOf(company, personId)
    expect(of.study).toHaveLength(4)
    expect(of.study[0]).toMatchObject({ title: '宣贯班' })
    expect(of.certs).toMatchObject([{ hours: 12.5, hoursNeeded: 24 }])
  })

  test('of a course are credited once, however often it is finished; the last time counts', async () => {
    const company = await staffed(site)
    const [one, two] = [await company.employ('工程师'), await company.employ('工程师')]
    const credit = (personId: number, hours: number) => ({
      personId,
      title: '研修班',
      hours,
      earnedOn: today,
      courseId: 7,
    })
    const ctx = { db: site.services.db, now: new Date() }
    await Promise.all([creditHours(ctx, [credit(one!, 8)]), creditHours(ctx, [credit(one!, 8), credit(two!, 8)])])
    await creditHours(ctx, [credit(one!, 6)])
    await creditHours(ctx, [])
    const rows = await site.services.db.select().from(studyHours).where(eq(studyHours.courseId, 7))
    expect(rows.map(({ personId, hours }) => [personId, hours]).sort()).toEqual([
      [one, 6],
      [two, 8],
    ])
    expect((await detailOf(company, one!)).hoursThisYear).toBe(6)
  })
})
