import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { provinces } from '#lib/provinces.ts'
import { byName as byPersonName } from '#lib/server/registers/registerColumns.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { form } from '#test/setups/people.ts'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { by, expectNoOtherSort, expectSameRows, expectSorted, openRegister } from '#test/support/registers.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })

const staff = setUpStaff('reviewer')

const add = (given: object, organisationId?: number) => staff.post('/staff/person/add', { form: given, organisationId })
const detailOf = async (id: number) => (await staff.get('/staff/person/detail', { id })).data
const list = async (query: object) => (await staff.get('/staff/person/list', query as never)).data

describe('the list of persons', () => {
  test('shows numbers only in part, and what each holds today', async () => {
    const { list: rows, total } = await list({ pageSize: 100 })
    expect(total).toBe(await site.services.db.$count(person))
    for (const { idNumber, mobile } of rows) {
      if (idNumber) expect(idNumber).toMatch(/^.\*+.$/)
      if (mobile) expect(mobile).toMatch(/^139\*{4}\d{4}$/)
    }
    expect(rows.some(({ certificates }: { certificates: string[] }) => certificates.length > 0)).toBe(true)
  })

  test('is in the order that somebody asks for, and its workbook with it', async () => {
    const persons = await openRegister(site, '/staff/person')
    const missing = {
      idNumber: '未登记',
      mobile: '未登记',
      provinceName: '未填写',
      employerName: '未填写',
      certificates: '没有',
    }
    await expectSameRows(persons, { provinceCode: '110000' }, missing)
    // The database knows more surnames of two sounds than Node.
    const { rows } = await site.services.db.execute(
      sql`select name from ${person} order by ${byPersonName(person.name)}`,
    )
    const names = rows.map(({ name }) => name)
    await expectSorted(
      persons,
      {},
      {
        name: by(row => names.indexOf(row.name)),
        provinceName: by(row => provinces.findIndex(({ short }) => short === row.provinceName)),
      },
    )
    await expectNoOtherSort(persons, '/staff/person')
  })

  test('is narrowed by kind of certificate, by province and by employer', async () => {
    const [held] = await site.services.db
      .select()
      .from(certificate)
      .where(eq(certificate.register, 'personnel'))
      .limit(1)
    const byKind = await list({ kindCode: held!.kindCode, pageSize: 100 })
    expect(byKind.list.map((row: { id: number }) => row.id)).toContain(held!.personId)
    expect(byKind.total).toBeLessThan((await list({})).total)
    const { workbook } = await openRegister(site, '/staff/person')
    expect(await workbook({ kindCode: held!.kindCode })).toHaveLength(byKind.total)
    expect((await workbook()).length).toBeGreaterThan(byKind.total)
    const byEmployer = await list({ employer: 'qingyuan', pageSize: 100 })
    expect(byEmployer.list.length).toBeGreaterThan(0)
    expect(byEmployer.list.every((row: { employerName: string }) => row.employerName.includes('清源'))).toBe(true)
  })

  test('finds one by the whole name, mobile or identity number, and nobody by a part', async () => {
    const given = form({ name: '顾横波' })
    const { data } = await add(given)
    for (const key of ['顾横波', given.mobile, given.idNumber, given.idNumber.toLowerCase()])
      expect((await list({ key })).list).toMatchObject([{ id: data.id }])
    for (const key of ['顾横', given.mobile.slice(0, 10), given.idNumber.slice(0, 17)])
      expect((await list({ key })).total).toBe(0)
  })

  test('is for those who keep it', async () => {
    const trainer = await asStaff(site, await staffWith(site, ['trainer']))
    expect((await trainer.get('/staff/person/list')).code).toBe(403)
    expect((await trainer.post('/staff/person/reveal', { id: 1 })).code).toBe(403)
  })
})

describe('a person', () => {
  test('is entered with the employer, and shown in part until somebody asks for all of it', async () => {
    const [employer] = await site.services.db.select().from(organisation).limit(1)
    const given = form()
    const { data } = await add(given, employer!.id)
    const shown = await detailOf(data.id)
    expect(shown).toMatchObject({ employerName: employer!.name, organisationId: employer!.id, held: [] })
    expect(JSON.stringify(shown)).not.toContain(given.idNumber)
    expect(JSON.stringify(shown)).not.toContain(given.mobile)
    expect((await staff.post('/staff/person/reveal', { id: data.id })).data).toEqual({
      idNumber: given.idNumber,
      mobile: given.mobile,
    })
    const lines = await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.objectId, data.id))
      .orderBy(auditEvent.id)
    expect(lines.some(({ action, actorName }) => action === 'person.reveal' && actorName === 'reviewer')).toBe(true)
    expect(JSON.stringify(lines)).not.toContain(given.idNumber)
  })

  test('with a wrong number is refused at its field, and a known one is not entered twice', async () => {
    const given = form()
    const last = given.idNumber.endsWith('1') ? '2' : '1'
    expect((await add({ ...given, idNumber: given.idNumber.slice(0, 17) + last })).data.fields).toHaveProperty(
      'idNumber',
    )
    expect((await add({ ...given, name: '' })).data.fields).toHaveProperty('name')
    const answers = await Promise.all([add(given), add(given)])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(answers.find(({ code }) => code === 409)!.data.fields.idNumber).toContain('柳如是')
  })

  test('who leaves an employer is gone from its file, and its certificates are named', async () => {
    const [relied] = await site.services.db
      .select({ organisationId: certificate.organisationId })
      .from(certificate)
      .where(eq(certificate.number, 'CBWA-QX01-A-2025-0012'))
    const [employer] = relied?.organisationId
      ? await site.services.db.select().from(organisation).where(eq(organisation.id, relied.organisationId))
      : await site.services.db.select().from(organisation).where(eq(organisation.name, '北京清源锅炉清洗有限公司'))
    const { data } = await add(form(), employer!.id)
    const { version, relying } = await detailOf(data.id)
    expect(relying.length).toBeGreaterThan(0)
    const left = await staff.post('/staff/person/edit', { id: data.id, version, form: {}, organisationId: null })
    expect(left.data.left).toMatchObject({ organisationName: employer!.name, certificates: relying })
    const after = await detailOf(data.id)
    expect(after).toMatchObject({ organisationId: null, relying: [], ifLeft: [] })
    const today = dayOf(new Date())
    expect(after.employments).toMatchObject([
      { organisationName: employer!.name, fromDay: today, toDay: today, endedName: '协会登记离开' },
    ])
  })

  test('is changed by one of two who read the same', async () => {
    const { data } = await add(form())
    const { version } = await detailOf(data.id)
    const edit = (given: object) => staff.post('/staff/person/edit', { id: data.id, version, form: given })
    expect((await edit({ position: '总工程师' })).code).toBe(200)
    expect(await edit({ position: '厂长' })).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/^已由 冉星河 于/),
    })
    expect((await detailOf(data.id)).form).toMatchObject({ position: '总工程师' })
  })
})
