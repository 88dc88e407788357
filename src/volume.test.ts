import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { wordsOf } from '#modules/certificates/server/register.ts'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'

setUpSite({ demo: true })
const clerk = setUpStaff('admin')

const PERSONS = '/app/publicity/person/list'
const MANY = 24_000
const AT_ONCE = 2_000
const today = sql`(now() at time zone 'Asia/Shanghai')::date`

beforeAll(async () => {
  const { db } = site.services
  const day = '2020-01-01'
  const words = wordsOf({
    register: 'personnel',
    number: 'L-1',
    holderName: '张伟',
    organisationName: '朔方锅炉有限公司',
    groupCode: 'L1',
    groupName: '司炉',
    kindCode: 'L',
    kindName: '锅炉水处理作业人员',
    issuer: '锅炉协会',
    issuedOn: day,
    validFrom: day,
  })
  for (let from = 1; from <= MANY; from += AT_ONCE)
    await db.execute(sql`
      insert into certificate (register, number, number_key, holder_name, organisation_name, province_code, group_code,
        group_name, kind_code, kind_name, issuer, issued_on, valid_from, valid_to, token, published_at, words)
      select 'personnel', 'L-' || n, 'L' || n, '张伟', '朔方锅炉有限公司',
        (array['110000', '310000', '620000', '440000'])[1 + n % 4], 'L' || n % 16,
        '司炉', 'L', '锅炉水处理作业人员', '锅炉协会', day, day, day + 1460, 'long' || n, day, ${words}::tsvector
      from generate_series(${from}::int, ${from + AT_ONCE - 1}::int) n,
        lateral (select ${today} - 1 - n % 1800 as day) issued`)
  await db.execute(sql`analyze certificate`)
}, 120_000)

const numberOf = async (where: ReturnType<typeof sql>): Promise<number> =>
  (await site.services.db.execute<{ n: number }>(sql`select count(*) n from certificate where ${where}`)).rows[0]!.n

const staffList = async (asked: Record<string, string | number>) =>
  (await clerk.get('/staff/certificate/list', asked)).data

describe('with more certificates than are counted', () => {
  test('a long list says that there are more than so many, and its pages reach as far', async () => {
    const { data } = await site.get(PERSONS)
    expect(data).toMatchObject({ total: 10_000, more: true, pages: 1000 })
    const last = (await site.get(PERSONS, { pageSize: 100, pageNum: 100 })).data
    expect(last).toMatchObject({ total: 10_000, more: true, pages: 100 })
    expect(last.list).toHaveLength(100)
  })

  test.each([
    ['by province and state', { provinceCode: '620000', status: 'expiring' }],
    ['by group', { groupCode: 'L1' }],
    ['by province, several thousand', { provinceCode: '110000' }],
    ['by kind and province, which the planner takes for independent', { kindCode: 'L', provinceCode: '310000' }],
  ])('narrowed %s, the total is the number of rows, on every page', async (_, asked) => {
    const first = await staffList({ ...asked, pageSize: 100 })
    expect(first).not.toHaveProperty('more')
    expect(first.pages).toBe(Math.ceil(first.total / 100))
    const last = await staffList({ ...asked, pageSize: 100, pageNum: first.pages })
    expect((first.pages - 1) * 100 + last.list.length).toBe(first.total)
    expect(last.total).toBe(first.total)
    expect(first.total).toBeGreaterThan(200)
  })

  test('of what is found by words it is exact, too, as far as it is counted', async () => {
    const all = (await site.get(PERSONS, { orgName: '有限公司' })).data
    expect(all).toMatchObject({ total: 10_000, more: true })
    const some = (await site.get(PERSONS, { orgName: '朔方锅炉', provinceCode: '110000' })).data
    const count = await numberOf(sql`province_code = '110000' and organisation_name = '朔方锅炉有限公司'`)
    expect(count).toBeGreaterThan(3_000)
    expect(some.total).toBe(count)
    expect(some).not.toHaveProperty('more')
  })

  test('what waits on the workbench is the figure of the list that it opens', async () => {
    const { tasks } = (await clerk.get('/staff/overview')).data
    const expiring = tasks.find(({ code }: { code: string }) => code === 'expiring')
    const list = await staffList({ status: 'expiring' })
    const count = await numberOf(sql`status = 'valid' and issued_on <= ${today}
      and valid_from <= ${today} and valid_to between ${today} and ${today} + 90`)
    expect(list.total).toBe(count)
    expect(expiring).toMatchObject({ count, more: false })
  })

  test('of those that expire soon the first to end stands first, of those that have expired the last', async () => {
    // The newest of those that have expired, and not the last to end.
    await site.services.db.execute(sql`
      insert into certificate (register, number, number_key, holder_name, organisation_name, group_code, group_name,
        kind_code, kind_name, issuer, issued_on, valid_from, valid_to, token, published_at, words)
      select register, 'S-1', 'S1', holder_name, organisation_name, group_code, group_name, kind_code, kind_name, issuer,
        ${today} - 30, ${today} - 30, ${today} - 20, 'short', published_at, words
      from certificate where number = 'L-1'`)
    const stands = sql`status = 'valid' and issued_on <= ${today} and valid_from <= ${today}`
    const { rows } = await site.services.db.execute<{ soon: string; over: string }>(sql`
      select min(valid_to) filter (where valid_to >= ${today})::text as soon,
        max(valid_to) filter (where valid_to < ${today})::text as over from certificate where ${stands}`)
    const lastDays = (list: { validTo: string }[]) => list.map(({ validTo }) => validTo)
    const soon = lastDays((await staffList({ status: 'expiring' })).list)
    const over = lastDays((await staffList({ status: 'expired' })).list)
    expect([soon[0], over[0]]).toEqual([rows[0]!.soon, rows[0]!.over])
    expect(soon).toEqual(soon.toSorted())
    expect(over).toEqual(over.toSorted().reverse())
    const seen = lastDays((await site.get(PERSONS, { status: 'expired' })).data.list)
    expect(seen).toEqual(seen.toSorted().reverse())
    expect(seen.length).toBeGreaterThan(1)
  })

  test('each page follows the one before, however far down', async () => {
    const pages = []
    for (const pageNum of [90, 91]) pages.push(await staffList({ pageSize: 100, pageNum }))
    const { rows } = await site.services.db.execute<{ id: number }>(
      sql`select id from certificate order by issued_on desc, id desc offset 8900 limit 200`,
    )
    expect(pages.flatMap(({ list }) => list.map(({ id }: { id: number }) => id))).toEqual(rows.map(({ id }) => id))
  })
})
