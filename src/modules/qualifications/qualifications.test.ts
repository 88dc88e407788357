import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { startApp } from '../../../test/app.ts'

const AT = '/app/publicity/qualification'
const today = dayOf(new Date())

type Row = {
  id: number
  orgName: string
  creditCode: string
  provinceName: string
  childName: string
  levelName: string
  certNo: string
  issueDate: string
  validTo: string
  certStatus: string
}

let site: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  site = await startApp({ demo: true })
})
afterAll(() => site.close())

const list = async (query: Record<string, string | number> = {}) => {
  const { code, msg, data } = await site.get(`${AT}/list`, { pageSize: 100, ...query })
  expect([code, msg]).toEqual([200, 'ok'])
  return data as { list: Row[]; total: number; pages: number }
}
/** What SQL counts, apart from the code under test. */
const count = async (condition: string) => {
  const { rows } = await site.services.db.execute<{ n: number }>(
    sql.raw(
      `select count(*) n from certificate where register = 'qualification' and published_at is not null and ${condition}`,
    ),
  )
  return rows[0]!.n
}
const VALID = `status = 'valid' and valid_from <= '${today}' and valid_to >= '${today}'`

describe('a visitor looks for a qualified company', () => {
  test('the newest certificates come first, page by page, each once', async () => {
    const all = (await list()).list
    expect(all).toHaveLength(45)
    expect(all.map(row => row.issueDate)).toEqual(
      all
        .map(row => row.issueDate)
        .toSorted()
        .toReversed(),
    )
    const pages = await Promise.all([1, 2, 3, 4, 5].map(pageNum => list({ pageNum, pageSize: 10 })))
    expect(pages.flatMap(({ list }) => list.map(row => row.id))).toEqual(all.map(row => row.id))
    expect(pages[0]).toMatchObject({ total: 45, pages: 5 })
  })

  test('a row says who, what, how far, since when and until when', async () => {
    const { list: rows } = await list({ orgName: '清源锅炉', childId: 101 })
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      orgName: '北京清源锅炉清洗有限公司',
      creditCode: '91110105MA00DEM14D',
      provinceName: '北京',
      groupName: '清洗类',
      childName: '锅炉化学清洗单位',
      levelName: 'A级',
      scope: '各种额定压力的锅炉',
      certStatus: 'expiring',
      certStatusName: '即将到期',
    })
    expect(rows[0]!.certNo).toMatch(/^CBWA-QX01-A-\d{4}-0012$/)
  })

  test('every number is of the association’s form, and no two are the same', async () => {
    const numbers = (await list()).list.map(row => row.certNo)
    for (const number of numbers) expect(number).toMatch(/^CBWA-[A-Z]{2}\d{2}-(SA|SB|AAA|AA|[A-D]|[0-3])-\d{4}-\d{4}$/)
    expect(new Set(numbers).size).toBe(45)
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
  ] as Record<string, string | number>[])('%j is refused with a sentence that names it', async query => {
    const { status, code, msg } = await site.get(`${AT}/list`, query)
    expect([status, code]).toEqual([200, 400])
    expect(msg).toContain(Object.keys(query)[0])
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
    expect(rows.total).toBe(44)
    expect(JSON.stringify([rows.list, top.data])).not.toContain(hidden!.certNo)
    expect(sumOf(after.data)).toBe(sumOf(before.data) - 1)
  })
})

const sumOf = (rows: { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0)

describe('a visitor learns what can be certified', () => {
  test('seven groups, seventeen kinds; the counts are of valid certificates', async () => {
    const { data: groups } = await site.get(`${AT}/group/list`)
    expect(groups.map((group: { groupName: string }) => group.groupName)).toEqual([
      '清洗类',
      '水质检验检测类',
      '水处理设备类',
      '药剂树脂类',
      '技术服务类',
      '能效环保类',
      '信用类',
    ])
    expect(sumOf(groups)).toBe(await count(VALID))
    const kinds = await Promise.all(
      groups.map(({ groupId }: { groupId: number }) => site.get(`${AT}/child/list`, { groupId })),
    )
    expect(kinds.flatMap(({ data }) => data)).toHaveLength(17)
    for (const [i, { data }] of kinds.entries()) expect(sumOf(data)).toBe(groups[i].count)
    expect(kinds[6]!.data[0]).toMatchObject({ childCode: 'XY01', validYears: 3 })
  })

  test('a kind’s levels come with scope, conditions and fee', async () => {
    const { data } = await site.get(`${AT}/level/list`, { childId: 101 })
    expect(data.map((level: { levelCode: string }) => level.levelCode)).toEqual(['A', 'B', 'C', 'D'])
    expect(data[0]).toMatchObject({ levelId: 1011, levelName: 'A级', scopeText: '各种额定压力的锅炉', fee: 12_000 })
    expect(data[0].requirements).toEqual([
      '高级职称不少于 2 人',
      '中级及以上职称不少于 5 人',
      '持本会有效人员证书不少于 12 人',
      '近期业绩或在服务数量不少于 12 项',
    ])
    expect((await site.get(`${AT}/level/list`, { childId: 999 })).data).toEqual([])
  })

  test('a group introduces itself, names its rules, and counts by kind and level', async () => {
    const { data } = await site.get(`${AT}/group`, { groupId: 5 })
    expect(data).toMatchObject({ groupId: 5, groupCode: 'FW', groupName: '技术服务类' })
    expect(data.rules.map((rule: { title: string }) => rule.title)).toEqual([
      '水处理技术服务、维保与托管运行单位能力评价办法',
    ])
    const rule = await site.get('/catalog/a/info', { id: data.rules[0].id })
    expect(rule.data.title).toBe(data.rules[0].title)
    expect(data.stat).toHaveLength(9)
    const level = data.stat.find((row: object) => 'levelName' in row && row.levelName === 'B级')
    expect(level.num).toBe(await count(`${VALID} and kind_code = 'FW01' and level_code = 'B'`))
    const total = data.stat.reduce((sum: number, { num }: { num: number }) => sum + num, 0)
    expect(total).toBe(await count(`${VALID} and group_code = 'FW'`))
  })

  test('without a number the first group answers; of an unknown one the page does not exist', async () => {
    expect((await site.get(`${AT}/group`)).data.groupCode).toBe('QX')
    expect((await site.get(`${AT}/group`, { groupId: 99 })).code).toBe(404)
    expect((await site.get(`${AT}/child/list`, { groupId: 99 })).data).toEqual([])
    expect((await site.get(`${AT}/child/list`)).code).toBe(400)
  })
})

describe('what the register tells agrees with the check of a certificate', () => {
  test('every certificate in the list is found by its number, with the same status', async () => {
    const rows = (await list()).list.toReversed().slice(0, 25)
    for (const row of rows) {
      const { data } = await site.get('/cert/verify', { number: row.certNo })
      expect([row.certNo, data.today.certStatus]).toEqual([row.certNo, row.certStatus])
    }
  })

  test('an upgrade leads from the old certificate to the new one and back', async () => {
    const [old] = (await list({ status: 'replaced', orgName: '恒蓝' })).list
    const before = await site.get('/cert/verify', { number: old!.certNo })
    const [number] = before.data.successors
    const after = await site.get('/cert/verify', { number })
    expect(after.data).toMatchObject({ levelName: '一级', predecessors: [old!.certNo] })
    expect(before.data.history.at(-1)).toMatchObject({ eventName: '被替代', date: after.data.issueDate })
  })
})
