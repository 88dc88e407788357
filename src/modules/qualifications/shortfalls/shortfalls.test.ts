import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { person } from '#modules/members/server/tables.ts'
import {
  type Company,
  companyOf,
  move,
  on,
  type Row,
  rowOf,
  setUpShortfalls,
  staff,
  toldTo,
} from '#test/setups/qualifications/shortfalls.ts'
import { site, today } from '#test/setups/site.ts'
import { importer } from '#test/support/importer.ts'
import { textsTo } from '#test/support/make.ts'
import { staffed } from '#test/support/staffed.ts'
import { personRow, workbookOf } from '#test/support/workbooks.ts'
import { updateAllShortfalls } from './server/nightlyShortfalls.ts'

setUpShortfalls()

const nightly = (day = today) => updateAllShortfalls(on(day))
const textsOn = async ({ phone }: Company) => (await textsTo(site, phone)).filter(text => text.includes('条件不足'))

describe('somebody leaves', () => {
  test('and the company and staff know at once; when there is enough again, both know that', async () => {
    const company = await companyOf(3)
    expect(await rowOf(company)).toBeUndefined()
    const detail = (await staff.get('/staff/person/detail', { id: company.people[0]! })).data
    expect(detail.ifLeft).toEqual([expect.stringMatching(/^该人员离开后，.+ 的 CBWA-T-\d+ 将缺 1 名持证人员$/)])
    await move(company.people[0]!, null)
    expect(await rowOf(company)).toMatchObject({
      state: 'short',
      sentence: '持证人员需要 3 名，现有 2 名',
      lacksOn: today,
      lacks: ['持证人员'],
    })
    expect(await toldTo(company, '资质条件不足')).toHaveLength(1)
    expect(await textsOn(company)).toHaveLength(1)
    await move(company.people[0]!, company.organisationId)
    expect(await rowOf(company)).toBeUndefined()
    expect(await rowOf(company, { state: 'resolved' })).toMatchObject({ resolvedOn: today })
    expect(await toldTo(company, '资质条件已恢复')).toHaveLength(1)
  })

  test('the last one, too, though the company then has registered nobody', async () => {
    const company = await companyOf(1)
    await site.services.db
      .update(certificate)
      .set({ kindCode: 'YJ04', levelCode: '2' })
      .where(eq(certificate.id, company.certId))
    await site.services.db.update(person).set({ jobTitle: '工程师' }).where(eq(person.id, company.people[0]!))
    await move(company.people[0]!, null)
    expect(await rowOf(company)).toMatchObject({ state: 'short' })
    await nightly()
    expect(await rowOf(company)).toMatchObject({ state: 'short' })
  })

  test('of three who leave at once none is overlooked', async () => {
    const company = await companyOf(5)
    await Promise.all(company.people.slice(0, 3).map(id => move(id, null)))
    expect(await rowOf(company)).toMatchObject({ sentence: '持证人员需要 3 名，现有 2 名' })
    expect(await toldTo(company, '资质条件不足')).toHaveLength(1)
  })

  test('with less and less of them it is told again, with as many it is not', async () => {
    const company = await companyOf(3)
    await move(company.people[0]!, null)
    await nightly()
    await nightly()
    expect(await toldTo(company, '资质条件不足')).toHaveLength(1)
    await move(company.people[1]!, null)
    expect(await rowOf(company)).toMatchObject({ sentence: '持证人员需要 3 名，现有 1 名' })
    expect(await toldTo(company, '资质条件不足')).toHaveLength(2)
  })

  test('or has another title, by hand or by import', async () => {
    const company = await staffed(site)
    const certId = await company.hold('NX02', 'C')
    const id = await company.employ('工程师')
    const edit = async (jobTitle: string) => {
      const { data } = await staff.get('/staff/person/detail', { id })
      return staff.post('/staff/person/edit', { id, version: data.version, form: { jobTitle } })
    }
    expect((await edit('技术员')).code).toBe(200)
    expect(await rowOf({ certId })).toMatchObject({ sentence: '中级及以上职称人员需要 1 名，现有 0 名' })
    await edit('高级工程师')
    expect(await rowOf({ certId })).toBeUndefined()

    const admin = await importer(site, 'admin')
    const [name, idNumber] = personRow(70)
    const take = async (jobTitle: string) => {
      const rows = [
        ['姓名', '证件号码', '职称', '工作单位'],
        [name!, idNumber!, jobTitle, company.name],
      ]
      const batch = await admin.check('persons', await workbookOf(rows))
      expect(await admin.faults(batch.id)).toEqual([])
      return admin.start(batch.id)
    }
    await move(id, null)
    expect(await rowOf({ certId })).toBeDefined()
    expect(await take('工程师')).toMatchObject({ status: 'done', added: 1 })
    expect(await rowOf({ certId })).toBeUndefined()
    expect(await take('技术员')).toMatchObject({ status: 'done', changed: 1 })
    expect(await rowOf({ certId })).toMatchObject({ state: 'short' })
  })
})

describe('a certificate', () => {
  test('of a person is suspended, and resumed', async () => {
    const company = await companyOf(2)
    const id = await company.certify(await company.employ('技师'), { validTo: null })
    const act = async (action: string) => {
      const { data } = await staff.get('/staff/certificate/detail', { id })
      return staff.post('/staff/certificate/act', { id, seen: data.seen, action, effectiveOn: today, reason: '抽查' })
    }
    expect((await act('suspended')).code).toBe(200)
    expect(await rowOf(company)).toMatchObject({ state: 'short' })
    expect((await act('resumed')).code).toBe(200)
    expect(await rowOf(company)).toBeUndefined()
  })

  test('of the company is over: there is nothing to warn of any more, and nobody is told', async () => {
    const company = await companyOf(3)
    await move(company.people[0]!, null)
    const { data } = await staff.get('/staff/certificate/detail', { id: company.certId })
    const given = { id: company.certId, seen: data.seen, effectiveOn: today, reason: '单位申请' }
    expect((await staff.post('/staff/certificate/act', { ...given, action: 'cancelled' })).code).toBe(200)
    expect(await rowOf(company)).toBeUndefined()
    expect(await toldTo(company, '资质条件已恢复')).toHaveLength(0)
  })

  test('that ends within 90 days warns ahead, and again by text when it has ended, each once', async () => {
    const company = await companyOf(2)
    await company.employ('技师', { validTo: addDays(today, 40) })
    await Promise.all([nightly(), nightly()])
    expect(await rowOf(company, { state: 'ahead' })).toMatchObject({
      state: 'ahead',
      lacksOn: addDays(today, 41),
      sentence: expect.stringContaining('持证人员需要 3 名，将只有 2 名'),
    })
    expect(await toldTo(company, '资质条件将不足')).toHaveLength(1)
    expect(await textsOn(company)).toHaveLength(0)
    const own = (await company.get('/member/qualification/list')).data
    expect(own.find((row: Row) => row.certId === company.certId).shortfall).toMatch(/^自 .+ 起，持证人员需要 3 名/)
    await Promise.all([nightly(addDays(today, 41)), nightly(addDays(today, 41))])
    expect(await toldTo(company, '资质条件不足')).toHaveLength(1)
    expect(await textsOn(company)).toHaveLength(1)
  })
})

test('a company that keeps no people here is left alone, and so is one whose people are just being entered', async () => {
  const nobody = await companyOf(0)
  await nightly()
  expect(await rowOf(nobody)).toBeUndefined()
  const passer = await staffed(site, 'WB1')
  await move(await passer.employ('技师', { validTo: null }), nobody.organisationId)
  expect(await rowOf(nobody)).toBeUndefined()
  await nightly()
  expect(await rowOf(nobody)).toMatchObject({ sentence: '持证人员需要 3 名，现有 1 名' })
})
