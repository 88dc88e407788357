import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import type { FormRow } from '#lib/form/form.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff } from '#test/support/make.ts'
import { staffed } from '#test/support/staffed.ts'

setUpSite({ demo: true })

let company: Awaited<ReturnType<typeof staffed>>
let admin: Awaited<ReturnType<typeof asStaff>>
beforeAll(async () => {
  company = await staffed(site)
  admin = await asStaff(site, 'admin')
})

const today = dayOf(new Date())
const lasting = addDays(today, 700)
/** Chemical cleaning: what level D asks for, by its name. */
const conditions = async () => {
  const { data } = await company.get('/qualification/eligibility', { childId: 101 })
  const { items } = data.levels.find(({ levelCode }: { levelCode: string }) => levelCode === 'D')
  return (label: string) => items.find((item: { label: string }) => item.label === label)
}
const setRules = async (holderRules: FormRow[]) => {
  const { data } = await admin.get('/staff/qualification/kind/detail', { id: 101 })
  const form = { ...data.values, holderRules }
  return admin.post('/staff/record/save', { type: 'qualificationKind', id: 101, version: data.version, form })
}
const ofKind = (level = '', share: number | null = null) => ({
  name: '化验人员',
  level,
  kinds: ['HQ3'],
  grade: '',
  count: 1,
  share,
})

describe('a level that names kinds of certificates', () => {
  test('counts those alone, and says who does not count, and why', async () => {
    await company.employ('工程师', { validTo: lasting, kindCode: 'HQ2' })
    await company.employ('工程师', { validTo: lasting, kindCode: 'SJ1' })
    await company.employ('工程师')
    const suspended = await company.employ('工程师', { validTo: lasting, kindCode: 'HQ1' })
    await site.services.db.update(certificate).set({ status: 'suspended' }).where(eq(certificate.personId, suspended))
    const certified = (await conditions())('持证人员')
    expect(certified).toMatchObject({ have: 1, counted: [{ certNo: expect.stringMatching(/^HQ2/) }] })
    expect(certified.left.map(({ why }: { why: string }) => why)).toEqual([
      '持有的是“化学清洗员”，不计入',
      '没有有效的证书',
      expect.stringMatching(/^证书 HQ1.* 已暂停$/),
    ])
  })

  test('asks for one of a kind whatever the number of the others', async () => {
    expect((await conditions())('清洗项目负责人')).toMatchObject({ needed: 1, have: 0, isMet: false })
    await company.employ('工程师', { validTo: lasting, kindCode: 'HQ1' })
    expect((await conditions())('清洗项目负责人')).toMatchObject({ have: 1, isMet: true })
  })

  test('may ask for a share of the staff, which the company’s file says', async () => {
    expect(await setRules([ofKind('D', 50)])).toMatchObject({ code: 200 })
    const share = async () => (await conditions())('化验人员占职工的比例')
    expect(await share()).toMatchObject({ unit: '%', needed: 50 })
    const staff = (staffTotal: number | null) =>
      site.services.db.update(organisation).set({ staffTotal }).where(eq(organisation.id, company.organisationId))
    await staff(null)
    expect(await share()).toMatchObject({ have: null, sentence: expect.stringMatching(/没有填写职工人数/) })
    await company.employ('工程师', { validTo: lasting, kindCode: 'HQ3' })
    await staff(3)
    expect(await share()).toMatchObject({
      have: 33,
      isMet: false,
      sentence: expect.stringMatching(/职工 3 人，现为 33%/),
    })
    await staff(2)
    expect(await share()).toMatchObject({ have: 50, isMet: true })
  })

  test('asks it of its own level alone; a rule that says nothing, or of no level, is refused beside its field', async () => {
    const { data } = await company.get('/qualification/eligibility', { childId: 101 })
    const labels = data.levels.map(({ items }: { items: { label: string }[] }) => items.map(({ label }) => label))
    expect(labels.map((all: string[]) => all.includes('化验人员'))).toEqual([false, false, false, true])
    const wrong = await setRules([{ ...ofKind('X'), count: null }])
    expect(Object.keys(wrong.data.fields).sort()).toEqual(['holderRules.0.count', 'holderRules.0.level'])
  })

  test('is told in the guide as it is counted', async () => {
    const { data } = await site.get('/app/publicity/qualification/kind', { kindId: 101 })
    const asked = data.levels.map(({ requirements }: { requirements: string[] }) => requirements.join('；'))
    expect(asked[3]).toMatch(/化验人员（持清洗化验人员证书）不低于职工总数的 50%/)
    expect(asked[0]).not.toMatch(/化验人员（/)
  })
})

test('the certificate of a company lacks people once the one of that kind has left, though others are enough', async () => {
  await setRules([{ ...ofKind('D'), name: '清洗负责人', kinds: ['HQ1'] }])
  const holder = await staffed(site, 'HQ2')
  const head = await holder.employ('工程师', { validTo: lasting, kindCode: 'HQ1' })
  for (let i = 0; i < 6; i++) await holder.employ('工程师', { validTo: lasting })
  const certId = await holder.hold('QX01', 'D')
  const { data } = await admin.get('/staff/person/detail', { id: head })
  expect(data.ifLeft).toEqual([expect.stringMatching(/将缺 1 名清洗负责人$/)])
  await admin.post('/staff/person/edit', { id: head, version: data.version, form: {}, organisationId: null })
  const { list } = (await admin.get('/staff/qualification/shortfall/list', { what: 'holders', pageSize: 100 })).data
  expect(list.find((row: { certId: number }) => row.certId === certId)).toMatchObject({
    lacks: ['清洗负责人'],
    sentence: '清洗负责人需要 1 名，现有 0 名',
  })
})
