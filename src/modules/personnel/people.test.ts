import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { detailOf, form, leave, newIdNumber, setUpPeople, tokenOf, withAccount } from '#test/setups/people.ts'
import { site, today } from '#test/setups/site.ts'
import { newPhone, signInAs, signUp } from '#test/support/make.ts'
import { staffed } from '#test/support/staffed.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { auditEvent } from '../audit/server/tables.ts'
import { certificate } from '../certificates/server/tables.ts'
import { organisation, person } from '../members/server/tables.ts'

setUpPeople()

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
    expect(await detailOf(company, data.id)).toMatchObject({ position: '总工程师' })
    expect((await company.get('/person/list')).data.list).toMatchObject([{ id: data.id, position: '总工程师' }])
    expect(site.services.encryption.decrypt(row!.idNumberSealed!)).toBe(given.idNumber)
    expect(await company.post('/person/edit', { id: data.id, version, form: { position: '厂长' } })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('另一处修改'),
    })
    const lines = await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.objectId, data.id))
      .orderBy(auditEvent.id)
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
    const idNumber = site.services.encryption.decrypt(row!.idNumberSealed!)
    const given = { name: '李晓明', idType: 'resident', idNumber, fromDay: today }
    expect((await next.post('/person/takeover', { form: given })).data.status).toBe('joined')
    const places = (of: { employments: { organisationName: string }[] }) =>
      of.employments.map(({ organisationName }) => organisationName)
    expect(places(await detailOf(one.api, one.id))).toEqual([next.name, company.name])
    expect(places(await detailOf(next, one.id))).toEqual([next.name])
  })
})
