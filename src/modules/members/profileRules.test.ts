import { eq } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openDb, openPool } from '#lib/server/database/db.ts'
import { block, completed, setUpProfiles } from '#test/setups/profiles.ts'
import { site } from '#test/setups/site.ts'
import { importer } from '#test/support/importer.ts'
import { newCreditCode, signUp, staffWith } from '#test/support/make.ts'
import { until } from '#test/support/site.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { organisationAsking } from './server/dictionaries.ts'
import { organisation } from './server/tables.ts'

setUpProfiles()

let admin: Awaited<ReturnType<typeof importer>>
beforeEach(async () => {
  admin = await importer(site, await staffWith(site, ['admin']))
})

type Type = 'organisationProfile' | 'personProfile'
const rule = async (type: Type) => (await admin.get('/staff/record/list', { type })).data
async function decide(demands: object, type: Type = 'organisationProfile') {
  const { list } = await rule(type)
  const [{ id, version, values }] = list
  return admin.post('/staff/record/save', { type, id, version, form: { ...values, ...demands } })
}
const named = (fields: { name: string; required?: boolean }[]) => new Map(fields.map(field => [field.name, field]))

test('each field of the profile is required, optional or not asked, as the association decides', async () => {
  const before = await rule('organisationProfile')
  expect(before.list[0].values).toMatchObject({ liaisonEmail: 'required', fax: 'optional', seniorTotal: 'optional' })
  expect(before.fixed.map(({ label }: { label: string }) => label)).toEqual(
    expect.arrayContaining(['单位名称', '统一社会信用代码', '所在省份']),
  )
  const demands = {
    liaisonEmail: 'optional',
    fax: 'hidden',
    seniorTotal: 'hidden',
    nameEn: 'hidden',
    website: 'required',
  }
  expect(await decide(demands)).toMatchObject({ code: 200 })
  const { api, creditCode, orgName } = await signUp(site)
  const fields = named((await api.get('/member/org/info')).data.fields)
  expect([fields.has('fax'), fields.has('seniorTotal'), fields.has('nameEn')]).toEqual([false, false, false])
  expect(fields.get('liaisonEmail')?.required).toBe(false)
  const form = block({ name: orgName, creditCode, liaisonEmail: '' })
  expect((await api.post('/member/complete', { form })).data.fields).toEqual({ website: '请填写网站' })
  const whole = { ...form, website: 'https://example.com', fax: '010-55500199' }
  expect(await api.post('/member/complete', { form: whole })).toMatchObject({ code: 200 })
  // What is not asked is not taken either.
  const [row] = await site.services.db.select().from(organisation).where(eq(organisation.creditCode, creditCode!))
  expect(row!.fax).toBe('')
  expect(named((await api.get('/member/getApply1')).data.fields).has('seniorTotal')).toBe(false)
  const template = textsOf(await sheetOf(await admin.download('/staff/import/template', { kind: 'organisations' })))
  expect(template[0]).toContain('网站')
  expect(template[0]).not.toContain('传真')
  const { data } = await admin.get('/staff/record/history', { type: 'organisationProfile' })
  expect(data.list[0].changes).toContainEqual({ name: '传真', before: '选填', after: '不问' })
  expect(await admin.post('/staff/record/restore', { type: 'organisationProfile', id: data.list[0].id })).toMatchObject(
    { code: 200 },
  )
  expect((await rule('organisationProfile')).list[0].values).toEqual(before.list[0].values)
})

test('what is on record of a field that is no longer asked is kept, shown to staff, and can be corrected', async () => {
  const { creditCode } = await completed({ fax: '010-55500199' })
  expect(await decide({ fax: 'hidden', phone: 'hidden' })).toMatchObject({ code: 200 })
  const [row] = await site.services.db.select().from(organisation).where(eq(organisation.creditCode, creditCode!))
  const { data: file } = await admin.get('/staff/organisation/detail', { id: row!.id })
  expect(file.facts).toContainEqual(expect.objectContaining({ label: '传真' }))
  expect(named(file.fields).has('fax')).toBe(true)
  const edited = { id: row!.id, version: file.version, form: { fax: null, city: '北京市' } }
  expect(await admin.post('/staff/organisation/edit', edited)).toMatchObject({ code: 200 })
  const { data: after } = await admin.get('/staff/organisation/detail', { id: row!.id })
  expect([
    named(after.fields).has('fax'),
    named(after.fields).has('phone'),
    named(after.fields).has('phoneIsPublic'),
  ]).toEqual([false, true, true])
  const { data: blank } = await admin.get('/staff/organisation/blank')
  expect([...named(blank.fields).keys()].filter(name => /^(fax|phone)/.test(name))).toEqual([])
  await decide({ fax: 'optional', phone: 'optional' })
})

test('what identifies a company, and what a rule goes by, cannot be left out', async () => {
  // Not part of the form: nobody can decide it.
  expect(await decide({ creditCode: 'hidden' })).toMatchObject({ code: 200 })
  expect((await rule('organisationProfile')).list[0].values).not.toHaveProperty('creditCode')
  expect((await decide({ registeredCapital: 'hidden' })).data.fields.registeredCapital).toContain('资质级别的条件')
  expect((await decide({ jobTitle: 'hidden' }, 'personProfile')).data.fields.jobTitle).toContain('按职称')
  expect((await decide({ representativeName: 'hidden' })).data.fields.representativeName).toContain('姓名不能不问')
  const all = {
    representativeName: 'hidden',
    representativePosition: 'hidden',
    representativeMobile: 'hidden',
    representativeEmail: 'hidden',
  }
  expect(await decide(all)).toMatchObject({ code: 200 })
  const { api } = await completed()
  expect((await api.get('/member/org/info')).data.form).not.toHaveProperty('representativeName')
  const back = {
    representativeName: 'optional',
    representativePosition: 'optional',
    representativeMobile: 'optional',
    representativeEmail: 'optional',
  }
  expect(await decide(back)).toMatchObject({ code: 200 })
})

test('a contact of whom no name is told is refused beside it, and not lost', async () => {
  const form = {
    name: '无名联系有限公司',
    creditCode: newCreditCode(),
    provinceCode: '330000',
    representativeMobile: '13900001234',
  }
  const refused = await admin.post('/staff/organisation/add', { form })
  expect(refused.data.fields).toEqual({ representativeName: expect.stringContaining('须填姓名') })
})

test('a person is asked as the association decides, also by an employer', async () => {
  expect(await decide({ email: 'optional', major: 'hidden' }, 'personProfile')).toMatchObject({ code: 200 })
  const { api } = await signUp(site, { accountType: 'person' })
  const fields = named((await api.get('/member/org/info')).data.fields)
  expect([fields.has('major'), fields.get('email')?.required]).toEqual([false, false])
  const employer = await completed()
  expect(named((await employer.api.get('/person/blank')).data.fields).has('major')).toBe(false)
  expect(named((await admin.get('/staff/person/blank')).data.fields).has('major')).toBe(false)
})

test('a database that is away fails the form once: no rejection is left that nobody hears, for that ends the program', async () => {
  const unheard: unknown[] = []
  const note = (reason: unknown) => unheard.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const pool = openPool({ host: '127.0.0.1', port: 1 })
  await expect(organisationAsking({ db: openDb(pool) })).rejects.toThrow()
  await until(() => pool.totalCount === 0 && pool.waitingCount === 0)
  await new Promise(setImmediate)
  expect(unheard).toEqual([])
})
