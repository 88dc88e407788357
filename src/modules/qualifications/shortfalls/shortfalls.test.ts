import { and, eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { anonymous, type Ctx } from '#lib/server/api/context.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { certificate, certificateEvent } from '#modules/certificates/server/tables.ts'
import { person } from '#modules/members/server/tables.ts'
import { message } from '#modules/messages/server/tables.ts'
import { startApp } from '../../../../test/app.ts'
import { importer } from '../../../../test/importer.ts'
import { asStaff, staffWith, textsTo } from '../../../../test/make.ts'
import { staffed } from '../../../../test/staffed.ts'
import { personRow, sheetOf, textsOf, workbookOf } from '../../../../test/workbooks.ts'
import { remindOfAnnualReports } from '../applying/server/annualReminders.ts'
import { qualificationKind } from '../server/tables.ts'
import { keepAllShortfalls } from './server/shortfallEvents.ts'

let site: Awaited<ReturnType<typeof startApp>>
let staff: Awaited<ReturnType<typeof asStaff>>
beforeAll(async () => {
  site = await startApp({ demo: true, env: { WRITES_PER_MINUTE: '10000' } })
  staff = await asStaff(site, 'admin')
})
afterAll(() => site.close())

type Company = Awaited<ReturnType<typeof staffed>>
const today = dayOf(new Date())
const on = (day: string): Ctx => ({
  ...site.services,
  now: new Date(`${day}T08:50:00+08:00`),
  actor: anonymous,
  address: '',
  headers: {},
  log: site.app.log,
})
const nightly = (day = today) => keepAllShortfalls(on(day))

/** FW02 C asks for three people with a certificate, and nothing else that the register knows. */
async function companyOf(certified: number, validTo: string | null = addDays(today, 700)) {
  const company = await staffed(site)
  const people: number[] = []
  for (let i = 0; i < certified; i++) people.push(await company.employ('技师', { validTo }))
  return { ...company, people, certId: await company.hold('FW02', 'C') }
}
const list = async (asked: object = {}) =>
  (await staff.get('/staff/qualification/shortfall/list', { pageSize: 100, ...asked })).data
type Row = { certId: number; id: number; state: string; sentence: string; lacksOn: string; remindedOn: string | null }
const rowOf = async ({ certId }: { certId: number }, asked: object = {}): Promise<Row | undefined> =>
  (await list(asked)).list.find((row: Row) => row.certId === certId)
const move = async (id: number, organisationId: number | null) => {
  const { data } = await staff.get('/staff/person/detail', { id })
  return staff.post('/staff/person/edit', { id, version: data.version, form: {}, organisationId })
}
const toldTo = async ({ accountId }: Company, title: string) =>
  site.services.db
    .select()
    .from(message)
    .where(and(eq(message.accountId, accountId), like(message.title, `${title}%`)))
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
  const passer = await staffed(site)
  await move(await passer.employ('技师', { validTo: null }), nobody.organisationId)
  expect(await rowOf(nobody)).toBeUndefined()
  await nightly()
  expect(await rowOf(nobody)).toMatchObject({ sentence: '持证人员需要 3 名，现有 1 名' })
})

describe('staff', () => {
  test('write to the company, and the log keeps what', async () => {
    const company = await companyOf(3)
    await move(company.people[0]!, null)
    const row = (await rowOf(company))!
    const demand = '请于 15 日内补足持证人员，并将证书复印件送协会核对。'
    const remind = (ids: number[], text = demand) =>
      staff.post('/staff/qualification/shortfall/remind', { ids, demand: text })
    expect((await remind([row.id], '快')).data.fields).toHaveProperty('demand')
    expect((await remind([row.id])).data).toEqual({ count: 1 })
    expect((await rowOf(company))!.remindedOn).toBe(today)
    const [letter] = await toldTo(company, '关于')
    expect(letter!.content).toContain(demand)
    const lines = await site.services.db.select().from(auditEvent).where(eq(auditEvent.action, 'shortfall.remind'))
    expect(lines).toMatchObject([{ objectId: company.certId, objectType: 'certificate' }])
    await move(company.people[0]!, company.organisationId)
    expect(await remind([row.id])).toMatchObject({ code: 409, msg: expect.stringContaining('解除') })
  })

  test('narrow the list, and export just that', async () => {
    const company = await companyOf(3)
    await move(company.people[0]!, null)
    for (const asked of [
      { what: 'certified' },
      { state: 'short' },
      { since: today, until: today },
      { kindCode: 'FW02' },
      { key: company.name },
    ])
      expect(await rowOf(company, asked)).toBeDefined()
    for (const asked of [{ what: 'senior' }, { state: 'ahead' }, { until: addDays(today, -1) }, { kindCode: 'QX01' }])
      expect(await rowOf(company, asked)).toBeUndefined()
    const { total } = await list({ what: 'certified' })
    const admin = await importer(site, 'admin')
    const bytes = await admin.download('/staff/qualification/shortfall/export', { what: 'certified' })
    expect(textsOf(await sheetOf(bytes))).toHaveLength(total + 1)
  })

  test('of other work see none of it', async () => {
    const trainer = await asStaff(site, await staffWith(site, ['trainer']))
    expect((await trainer.get('/staff/qualification/shortfall/list')).code).toBe(403)
    expect((await trainer.get('/staff/qualification/annual/list')).code).toBe(403)
  })
})

describe('the annual report', () => {
  const year = Number(today.slice(0, 4)) + 1
  const jobOn = (day: string) => remindOfAnnualReports(on(day))
  const openFor = async (company: Company) => ({
    opening: (await toldTo(company, '年度报告开始提交')).length,
    closing: (await toldTo(company, '年度报告即将截止')).length,
  })

  test('is asked for at its opening and 15 days before its end, each once, and not of who has handed it in', async () => {
    const owing = await companyOf(3)
    const done = await companyOf(3)
    await site.services.db.insert(certificateEvent).values({
      certificateId: done.certId,
      kind: 'reviewed',
      effectiveOn: `${year}-01-05`,
      reason: '年度报告符合要求',
    })
    await jobOn(`${year - 1}-12-31`)
    expect(await openFor(owing)).toEqual({ opening: 0, closing: 0 })
    for (const day of ['01-02', '01-03']) await Promise.all([jobOn(`${year}-${day}`), jobOn(`${year}-${day}`)])
    expect(await openFor(owing)).toEqual({ opening: 1, closing: 0 })
    await jobOn(`${year}-03-16`)
    await jobOn(`${year}-03-30`)
    expect(await openFor(owing)).toEqual({ opening: 1, closing: 1 })
    const [last] = await toldTo(owing, '年度报告即将截止')
    expect(last!.route).toBe(`/admin/user/qualification/new?type=annualReport&certId=${owing.certId}`)
    expect((await textsTo(site, owing.phone)).filter(text => text.includes('年度报告'))).toHaveLength(2)
    expect(await openFor(done)).toEqual({ opening: 0, closing: 0 })
  })

  test('that is missing when its time is over puts the certificate on a list, and no further', async () => {
    const { db } = site.services
    await db
      .update(qualificationKind)
      .set({ annualFrom: '01-01', annualTo: '01-31' })
      .where(eq(qualificationKind.code, 'FW02'))
    const company = await companyOf(3)
    const overdue = async () =>
      (await staff.get('/staff/qualification/annual/list', { kindCode: 'FW02', key: company.name })).data.list
    expect(await overdue()).toMatchObject([{ certId: company.certId, dueOn: `${today.slice(0, 4)}-01-31` }])
    const admin = await importer(site, 'admin')
    const bytes = await admin.download('/staff/qualification/annual/export', { kindCode: 'FW02', key: company.name })
    expect(textsOf(await sheetOf(bytes))).toHaveLength(2)
    expect((await db.select().from(certificate).where(eq(certificate.id, company.certId)))[0]!.status).toBe('valid')
    await db.insert(certificateEvent).values({
      certificateId: company.certId,
      kind: 'reviewed',
      effectiveOn: `${today.slice(0, 4)}-02-05`,
      reason: '补报',
    })
    expect(await overdue()).toEqual([])
  })
})
