import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, signInAs } from '#test/support/make.ts'
import { staffed } from '#test/support/staffed.ts'
import { eligibilityFacts } from './server/eligibility.ts'

setUpSite({ demo: true })

let company: Awaited<ReturnType<typeof staffed>>
beforeAll(async () => {
  company = await staffed(site)
})

const today = dayOf(new Date())
type Item = { what: string; have: number | null; isMet: boolean; sentence: string; expiring: object[] }
/** Requirements of a level of QX01, by name. */
async function levelOf(levelCode: string) {
  const { data } = await company.get('/qualification/eligibility', { childId: 101 })
  const level = data.levels.find((one: { levelCode: string }) => one.levelCode === levelCode)
  const items = new Map<string, Item>(level.items.map((item: Item) => [item.what, item]))
  return { isMet: level.isMet as boolean, items, people: data.people as number, childName: data.childName }
}

describe('the eligibility meter', () => {
  test('of a company that has registered nobody says that it cannot tell', async () => {
    const { isMet, items, people, childName } = await levelOf('B')
    expect({ isMet, people, childName }).toEqual({ isMet: false, people: 0, childName: '锅炉化学清洗单位' })
    expect(items.get('certified')!.sentence).toBe('需要 8 名持证人员，本单位未登记人员，无法核对')
  })

  test('counts titles by their rank, and a certificate only while it is valid', async () => {
    await company.employ('高级工程师', { validTo: addDays(today, 400) })
    await company.employ('工程师', { validTo: addDays(today, 40) })
    await company.employ('助理工程师', { validTo: addDays(today, -1) })
    await company.employ('技师')
    const { items, people } = await levelOf('B')
    expect(people).toBe(4)
    expect(items.get('senior')).toMatchObject({ have: 1, isMet: true, sentence: '需要 1 名高级职称人员，现有 1 名' })
    expect(items.get('middle')).toMatchObject({ have: 2, isMet: false })
    expect(items.get('certified')).toMatchObject({
      have: 2,
      isMet: false,
      expiring: [{ daysLeft: 40, validTo: addDays(today, 40) }],
      sentence: '需要 8 名持证人员，现有 2 名有效，其中 1 名 40 天后到期',
    })
    expect(items.get('works')).toMatchObject({ have: null, isMet: true })
  })

  test('a person who renewed in time does not end soon, a suspended certificate does not count', async () => {
    const renewing = await company.employ('工程师', { validTo: addDays(today, 10) })
    await company.certify(renewing, { validFrom: addDays(today, 11), validTo: addDays(today, 900) })
    const before = (await levelOf('B')).items.get('certified')!
    expect(before).toMatchObject({ have: 3, expiring: [{ daysLeft: 40 }] })
    const suspended = await company.employ('工程师', { validTo: addDays(today, 300) })
    await site.services.db.update(certificate).set({ status: 'suspended' }).where(eq(certificate.personId, suspended))
    expect((await levelOf('B')).items.get('certified')!.have).toBe(3)
  })

  test('a higher title that is not counted for more does for less', async () => {
    const { data } = await company.get('/qualification/eligibility', { childId: 201 })
    const sb = data.levels.find(({ levelCode }: { levelCode: string }) => levelCode === 'SB')
    const of = (what: string) => sb.items.find((item: Item) => item.what === what)
    expect([of('middle').have, of('junior').have]).toEqual([4, 3])
  })

  test('a level is met when everything is there that the register can say', async () => {
    expect((await levelOf('D')).isMet).toBe(false)
    await company.employ('工程师', { validTo: addDays(today, 500), kindCode: 'HQ1' })
    expect((await levelOf('D')).isMet).toBe(true)
  })

  test('registered capital is held against what is asked for, once it is known', async () => {
    const capital = async () => {
      const { data } = await company.get('/qualification/eligibility', { childId: 301 })
      return data.levels[2].items.find((item: Item) => item.what === 'capital')
    }
    const set = (registeredCapital: number | null) =>
      site.services.db
        .update(organisation)
        .set({ registeredCapital })
        .where(eq(organisation.id, company.organisationId))
    await set(null)
    expect(await capital()).toMatchObject({ have: null, sentence: '需要注册资本 200 万元，单位资料中尚未填写' })
    await set(150)
    expect(await capital()).toMatchObject({ have: 150, isMet: false })
  })

  test('whoever decides reads the same sentences', async () => {
    const facts = await eligibilityFacts({ ...site.services, now: new Date() }, company.organisationId, 101, 'A')
    expect(facts.find(({ label }) => label === '持证人员')).toMatchObject({ isBad: true })
    expect(facts.map(({ label }) => label)).toEqual([
      '高级职称人员',
      '中级及以上职称人员',
      '持证人员',
      '清洗项目负责人',
      '近期业绩',
    ])
  })

  test('is a company’s own: no person has one, no stranger, and a kind must exist', async () => {
    const zhangwei = site.as(await signInAs(site, 'zhangwei'))
    expect((await zhangwei.get('/qualification/eligibility', { childId: 101 })).code).toBe(403)
    expect((await company.get('/qualification/eligibility', { childId: 9999 })).code).toBe(404)
    expect((await site.get('/qualification/eligibility', { childId: 101 })).status).toBe(401)
    const staff = await asStaff(site, 'admin')
    expect((await staff.get('/qualification/eligibility', { childId: 101 })).status).not.toBe(200)
  })
})
