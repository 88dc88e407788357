import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import {
  AT,
  count,
  list,
  type Row,
  setUpQualificationRegister,
  sumOf,
  VALID,
} from '#test/setups/qualifications/qualificationRegister.ts'
import { site, today } from '#test/setups/site.ts'

setUpQualificationRegister()

describe('a visitor looks for a qualified company', () => {
  test('the newest certificates come first, page by page, each once', async () => {
    const all = (await list()).list
    expect(all).toHaveLength(46)
    expect(all.map(row => row.issueDate)).toEqual(
      all
        .map(row => row.issueDate)
        .toSorted()
        .toReversed(),
    )
    const pages = await Promise.all([1, 2, 3, 4, 5].map(pageNum => list({ pageNum, pageSize: 10 })))
    expect(pages.flatMap(({ list }) => list.map(row => row.id))).toEqual(all.map(row => row.id))
    expect(pages[0]).toMatchObject({ total: 46, pages: 5 })
  })

  test('a row says who, what, how far, since when and until when', async () => {
    const { list: rows } = await list({ orgName: '清源锅炉', childId: 101 })
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      orgName: '北京清源锅炉清洗有限公司',
      memberId: expect.any(Number),
      creditCode: '91110105MA00DEM14D',
      provinceName: '北京',
      groupName: '清洗类',
      childName: '锅炉化学清洗单位',
      levelName: 'A级',
      scope: '各种额定压力的锅炉',
      certStatus: 'expiring',
      certStatusName: '有效，即将到期',
    })
    const page = await site.get('/app/publicity/member/detail', { id: rows[0]!.memberId! })
    expect(page.data.orgName).toBe(rows[0]!.orgName)
    expect(rows[0]!.certNo).toMatch(/^CBWA-QX01-A-\d{4}-0012$/)
  })

  test('every number is of the association’s form, and no two are the same', async () => {
    const numbers = (await list()).list.map(row => row.certNo)
    for (const number of numbers) expect(number).toMatch(/^CBWA-[A-Z]{2}\d{2}-(SA|SB|AAA|AA|[A-D]|[0-3])-\d{4}-\d{4}$/)
    expect(new Set(numbers).size).toBe(46)
  })

  test.each([
    ['suspended', 1],
    ['revoked', 1],
    ['cancelled', 1],
    ['replaced', 2],
    ['expired', 3],
    ['expiring', 3],
    ['notYet', 0],
  ])('those that are %s: %i, and they say so', async (status, total) => {
    const { list: rows } = await list({ status })
    expect(rows.map(row => row.certStatus)).toEqual(Array(total).fill(status))
  })

  test('whoever asks for the valid ones gets those that will soon expire too', async () => {
    const { list: rows, total } = await list({ status: 'valid' })
    expect(new Set(rows.map(row => row.certStatus))).toEqual(new Set(['valid', 'expiring']))
    expect(total).toBe(await count(VALID))
    const soon = rows.filter(row => row.validTo <= addDays(today, 90))
    expect(soon.every(row => row.certStatus === 'expiring')).toBe(true)
    expect(rows.filter(row => row.certStatus === 'expiring')).toEqual(soon)
  })

  test.each([
    [{ groupId: 1 }, `group_code = 'QX'`],
    [{ childId: 101 }, `kind_code = 'QX01'`],
    [{ groupId: 1, childId: 101, levelId: 1014 }, `kind_code = 'QX01' and level_code = 'D'`],
    [{ levelId: 7011 }, `kind_code = 'XY01' and level_code = 'AAA'`],
    [{ provinceCode: '320000' }, `province_code = '320000'`],
    [{ creditCode: '91110105ma00dem14d' }, `credit_code = '91110105MA00DEM14D'`],
    [{ orgName: '清洗' }, `organisation_name like '%清洗%'`],
    [{ orgName: '锅炉 有限公司' }, `organisation_name like '%锅炉%' and organisation_name like '%有限公司%'`],
    [{ orgName: '北京清源锅炉清洗有限公司' }, `organisation_name = '北京清源锅炉清洗有限公司'`],
    [{ orgName: '有限公司' }, `organisation_name like '%有限公司%'`],
    [{ certNo: 'CBWA-QX01' }, `number like 'CBWA-QX01%'`],
    [{ certNo: 'ｃｂｗａ ｘｙ01' }, `number like 'CBWA-XY01%'`],
    [{ certNo: '0012' }, `number like '%0012%'`],
    [{ groupId: 4, status: 'expired', provinceCode: '210000' }, `group_code = 'YJ' and valid_to < '${today}'`],
  ] as [Record<string, string | number>, string][])('%j finds exactly what is recorded', async (query, condition) => {
    const expected = await count(condition)
    expect(expected).toBeGreaterThan(0)
    expect((await list(query)).total).toBe(expected)
  })

  test('a company is also found by its pinyin', async () => {
    const { list: rows } = await list({ orgName: 'bjqygl' })
    expect(new Set(rows.map(row => row.orgName))).toEqual(new Set(['北京清源锅炉清洗有限公司']))
  })

  test.each([
    { groupId: 99 },
    { groupId: 2, childId: 101 },
    { childId: 101, levelId: 7011 },
    { orgName: '（）' },
    { orgName: "'" },
    { certNo: '%' },
    { certNo: "'\\" },
    { creditCode: 'nobody' },
  ] as Record<string, string | number>[])('%j finds nothing, and that is no error', async query => {
    expect(await list(query)).toMatchObject({ list: [], total: 0, pages: 0 })
  })

  test.each([
    { groupId: 'abc' },
    { groupId: 0 },
    { childId: '1.5' },
    { provinceCode: '830000' },
    { status: '有效' },
    { pageNum: 0 },
    { pageSize: 101 },
    { orgName: '长'.repeat(61) },
  ] as Record<string, string | number>[])('%j is refused with a sentence, and named for programs', async query => {
    const { status, code, msg, data } = await site.get(`${AT}/list`, query)
    expect([status, code]).toEqual([200, 400])
    expect(msg).toMatch(/^填写有误：/)
    expect(Object.keys(data.fields)).toEqual(Object.keys(query))
  })

  test('the thirty newest that are valid scroll past; what was revoked does not', async () => {
    const { data } = await site.get(`${AT}/top30`)
    const valid = (await list({ status: 'valid' })).list
    expect(data.map((row: Row) => row.id)).toEqual(valid.slice(0, 30).map(row => row.id))
    expect(data[0]).toEqual({
      id: valid[0]!.id,
      orgName: valid[0]!.orgName,
      childName: valid[0]!.childName,
      levelName: valid[0]!.levelName,
      certNo: valid[0]!.certNo,
      issueDate: valid[0]!.issueDate,
    })
    const cleaning = await site.get(`${AT}/top30`, { groupId: 1 })
    expect(cleaning.data).toHaveLength(await count(`${VALID} and group_code = 'QX'`))
    expect((await site.get(`${AT}/top30`, { groupId: 99 })).data).toEqual([])
  })

  test('a certificate that is not published is nowhere', async () => {
    const { db } = site.services
    const [hidden] = (await list({ status: 'valid' })).list
    const before = await site.get(`${AT}/group/list`)
    await db.execute(sql`update certificate set published_at = null where id = ${hidden!.id}`)
    const [rows, top, after] = await Promise.all([list(), site.get(`${AT}/top30`), site.get(`${AT}/group/list`)])
    await db.execute(sql`update certificate set published_at = now() where id = ${hidden!.id}`)
    expect(rows.total).toBe(45)
    expect(JSON.stringify([rows.list, top.data])).not.toContain(hidden!.certNo)
    expect(sumOf(after.data)).toBe(sumOf(before.data) - 1)
  })
})
