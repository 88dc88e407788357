import { verify } from '@node-rs/argon2'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { isCreditCode } from '#lib/creditCode.ts'
import { dayOf } from '#lib/dates.ts'
import { provinces } from '#lib/provinces.ts'
import { isResidentId, residentBornOn, residentSex } from '#lib/residentId.ts'
import { DEMO_PASSWORD } from '#modules/accounts/server/demo.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { natures, trades } from './server/dictionaries.ts'
import { enterPerson } from './server/persons.ts'
import { organisation, person } from './server/tables.ts'

setUpSite({ demo: true })

describe('a person', () => {
  const idNumber = '310000198506150022'
  const mobile = '13900009999'
  const enter = (name: string, id: string) =>
    enterPerson({ ...site.services, now: new Date() }, { name, idNumber: id, mobile })

  test('is stored without a readable identity number or mobile, and found by them all the same', async () => {
    const { db, encryption } = site.services
    const id = await enter('试验', '320000198807080030')
    const { rows } = await db.execute(sql`select to_jsonb(person)::text as row from person where id = ${id}`)
    expect(rows[0]!.row).not.toMatch(/13900009999|32000019880708/)
    const [found] = await db
      .select()
      .from(person)
      .where(eq(person.mobileHash, encryption.hash(mobile)))
    expect([found!.id, encryption.decrypt(found!.mobileSealed!)]).toEqual([id, mobile])
  })

  test('is not entered twice under one identity number', async () => {
    await expect(enter('苏晴', idNumber)).rejects.toMatchObject({ cause: { code: '23505' } })
  })
})

describe('the demo association', () => {
  test('knows organisations of every region and trade, each with a valid credit code', async () => {
    const all = await site.services.db.select().from(organisation)
    const [tradeName, natureName] = await Promise.all([trades.names(site.services), natures.names(site.services)])
    for (const { creditCode, provinceCode, nature, categories } of all) {
      expect(isCreditCode(creditCode), creditCode).toBe(true)
      expect(provinceCode).toBe(`${creditCode.slice(2, 4)}0000`)
      expect(natureName(nature)).not.toBe('')
      for (const category of categories) expect(tradeName(category)).not.toBe('')
    }
    expect(new Set(all.map(one => one.provinceCode)).size).toBe(provinces.length)
    expect(new Set(all.flatMap(one => one.categories)).size).toBe((await trades.options(site.services)).length)
    expect(new Set(all.map(one => one.intro)).size).toBe(all.length)
  })

  test('knows persons whose identity numbers agree with what is written of them', async () => {
    const { db, encryption } = site.services
    const all = await db.select().from(person)
    const known = all.filter(one => one.idType === 'resident' && one.idNumberSealed && one.bornOn)
    expect(known.length).toBeGreaterThan(15)
    for (const { idNumberSealed, bornOn, sex } of known) {
      const number = encryption.decrypt(idNumberSealed!)
      expect(isResidentId(number, dayOf(new Date())), number).toBe(true)
      expect([residentBornOn(number), residentSex(number)]).toEqual([bornOn, sex])
    }
  })

  test.each([
    ['qingyuan', 'organisation', '北京清源锅炉清洗有限公司'],
    ['taishan', 'organisation', '济南泰山水处理药剂有限公司'],
    ['xinren', 'organisation', null],
    ['zhangwei', 'person', '张伟'],
    ['admin', 'staff', null],
    ['editor', 'staff', null],
    ['reviewer', 'staff', null],
    ['cashier', 'staff', null],
    ['trainer', 'staff', null],
  ])('has the account %s of kind %s, which is that of %s', async (userName, kind, owner) => {
    const [row] = await site.services.db
      .select({ account, organisation: organisation.name, person: person.name })
      .from(account)
      .leftJoin(organisation, eq(organisation.id, account.organisationId))
      .leftJoin(person, eq(person.id, account.personId))
      .where(eq(account.userName, userName))
    expect(row).toMatchObject({ account: { kind, status: 'active' } })
    expect(row!.organisation ?? row!.person).toBe(owner)
    expect(await verify(row!.account.passwordHash, DEMO_PASSWORD)).toBe(true)
    expect(row!.account.passwordHash).toMatch(/^\$argon2id\$/)
  })
})
