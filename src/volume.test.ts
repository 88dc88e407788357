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
  test('a long list tells about how many there are, in two figures, and says so', async () => {
    const { data } = await site.get(PERSONS)
    const count = await numberOf(sql`register = 'personnel' and published_at <= now()`)
    expect(data).toMatchObject({ isEstimate: true, pages: 1000 })
    expect(Number(data.total.toPrecision(2))).toBe(data.total)
    expect(data.total / count).toBeGreaterThan(0.85)
    expect(data.total / count).toBeLessThan(1.15)
  })

  test('narrowed to what is counted, it is exact, and no word is said of estimates', async () => {
    const list = await staffList({ provinceCode: '620000', status: 'expiring' })
    const count = await numberOf(sql`province_code = '620000' and status = 'valid' and issued_on <= ${today}
      and valid_from <= ${today} and valid_to between ${today} and ${today} + 90`)
    expect(count).toBeGreaterThan(200)
    expect(list.total).toBe(count)
    expect(list).not.toHaveProperty('isEstimate')
  })

  test('on its last page a list knows how long it is; beyond it there is no page to go on to', async () => {
    const asked = { groupCode: 'L1', pageSize: 40 }
    const count = await numberOf(sql`group_code = 'L1'`)
    expect(await staffList(asked)).toMatchObject({ isEstimate: true })
    const last = await staffList({ ...asked, pageNum: 38 })
    expect(last).toMatchObject({ total: count, pages: 38 })
    expect(last.list).toHaveLength(count - 37 * 40)
    expect(last).not.toHaveProperty('isEstimate')
    const beyond = await staffList({ ...asked, pageNum: 41 })
    expect(beyond.list).toEqual([])
    expect(beyond.pages).toBeLessThan(41)
  })

  test('of what is found by words there are more than so many', async () => {
    const { data } = await site.get(PERSONS, { orgName: '有限公司' })
    expect(data).toMatchObject({ total: 3000, more: true })
    expect(data).not.toHaveProperty('isEstimate')
  })

  test('what waits on the workbench is the figure of the list that it opens, an estimate in both places', async () => {
    const { tasks } = (await clerk.get('/staff/overview')).data
    const expiring = tasks.find(({ code }: { code: string }) => code === 'expiring')
    const list = await staffList({ status: 'expiring' })
    expect(list.isEstimate).toBe(true)
    expect(expiring).toMatchObject({ count: list.total, isEstimate: true })
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
