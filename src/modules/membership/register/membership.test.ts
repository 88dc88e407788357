import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { detail, memberOf, search, setUpMemberRegister } from '#test/setups/membership/memberRegister.ts'
import { site, today } from '#test/setups/site.ts'
import { member } from '../server/tables.ts'

setUpMemberRegister()

type Row = {
  id: number
  memberNo: string
  kind: string
  orgName: string
  personName: string | null
  type: number
  typeName: string
  categoryNames: string[]
  joinDate: string
}
type Level = { type: number; typeName: string; kind: string; count: number }

async function list(query: Record<string, string | number> = {}) {
  const { data } = await site.get('/app/publicity/member/list', { pageSize: 100, ...query })
  return data as { list: Row[]; total: number }
}
const namesOf = async (query: Record<string, string | number>) => (await list(query)).list.map(row => row.orgName)
const levels = async () => (await site.get('/app/publicity/member/type/list')).data as Level[]
const change = (id: number, values: Partial<typeof member.$inferInsert>) =>
  site.services.db.update(member).set(values).where(eq(member.id, id))

describe('the levels', () => {
  test('of organisations come first, and each counts exactly those who can be listed under it', async () => {
    const all = await levels()
    expect(all.map(level => level.typeName)).toEqual([
      '理事长单位',
      '副理事长单位',
      '常务理事单位',
      '理事单位',
      '监事单位',
      '会员单位',
      '个人会员',
    ])
    for (const { type, kind, count } of all) {
      const { list: rows, total } = await list({ type })
      expect([rows.length, total]).toEqual([count, count])
      for (const row of rows) expect(row).toMatchObject({ type, kind })
    }
    const organisations = all.filter(({ kind }) => kind === 'organisation')
    expect((await list()).total).toBe(organisations.reduce((sum, { count }) => sum + count, 0))
  })

  test('a level nobody has is listed with none, an unknown one lists nobody', async () => {
    const { id } = await memberOf('杭州之江水处理技术研究所')
    await change(id, { levelCode: 40 })
    expect((await levels())[0]).toMatchObject({ typeName: '理事长单位', count: 0 })
    await change(id, { levelCode: 50 })
    expect(await list({ type: 77 })).toMatchObject({ list: [], total: 0 })
  })
})

describe('the register of members', () => {
  test('goes by level, within it by seniority', async () => {
    const order = (await levels()).map(({ type }) => type)
    const { list: rows } = await list()
    const keys = rows.map(({ type, joinDate }) => `${order.indexOf(type)} ${joinDate}`)
    expect(keys).toEqual([...keys].sort())
    expect(rows[0]!.orgName).toBe('杭州之江水处理技术研究所')
  })

  test.each(['unpaid', 'overdue', 'suspended', 'withdrawn', 'lapsed', 'expelled'] as const)(
    'leaves out a member that is %s, everywhere',
    async status => {
      const { id } = await memberOf('天津津沽药剂有限公司')
      const before = (await list()).total
      await change(id, { status })
      expect((await list()).total).toBe(before - 1)
      expect(await namesOf({ orgName: '津沽' })).toEqual([])
      expect(await detail(id)).toMatchObject({ code: 404, msg: '会员不存在或不公开' })
      expect(await site.get('/app/publicity/member/qualification/list', { id })).toMatchObject({ code: 404 })
      expect((await search('津沽')).total).toBe(0)
      await change(id, { status: 'active' })
      expect(await namesOf({ orgName: '津沽' })).toEqual(['天津津沽药剂有限公司'])
    },
  )

  test('leaves out who asked to stay out of it, and who joins only tomorrow', async () => {
    const { id } = await memberOf('深圳梧桐智能水务有限公司')
    const [{ joinedOn } = { joinedOn: '' }] = await site.services.db.select().from(member).where(eq(member.id, id))
    await change(id, { isPublic: false })
    expect(await namesOf({ orgName: '梧桐' })).toEqual([])
    await change(id, { isPublic: true, joinedOn: addDays(today, 1) })
    expect(await namesOf({ orgName: '梧桐' })).toEqual([])
    await change(id, { joinedOn: today })
    expect(await namesOf({ orgName: '梧桐' })).toEqual(['深圳梧桐智能水务有限公司'])
    await change(id, { joinedOn })
  })

  test.each([
    ['清源', '北京清源锅炉清洗有限公司'],
    ['北京清源锅炉清洗有限公司', '北京清源锅炉清洗有限公司'],
    ['北京 清洗', '北京清源锅炉清洗有限公司'],
    ['之江研究所', '杭州之江水处理技术研究所'],
    ['henglan', '苏州恒蓝水处理科技有限公司'],
    ['szhl', '苏州恒蓝水处理科技有限公司'],
    ['無錫錫惠鍋爐', '无锡锡惠锅炉制造有限公司'],
  ])('%s finds %s', async (orgName, expected) => {
    expect(await namesOf({ orgName })).toContain(expected)
  })

  test('only names count, not what a member says of itself', async () => {
    const found = await namesOf({ orgName: '清洗' })
    expect(found.length).toBeGreaterThan(2)
    for (const name of found) expect(name).toContain('清洗')
    const mentioning = (await search('清洗')).hits.map(({ title }) => title)
    expect(mentioning).toContain('苏州恒蓝水处理科技有限公司')
    expect(found).not.toContain('苏州恒蓝水处理科技有限公司')
    expect(await namesOf({ orgName: '？！' })).toEqual([])
  })

  test('can be narrowed to a province, a trade and a level, all at once', async () => {
    const rows = (await list({ provinceCode: '320000', category: 'testing', type: 40 })).list
    expect(rows.map(row => row.orgName)).toEqual(['常州市特种设备检测中心'])
    expect(rows[0]!.categoryNames).toContain('检验检测机构')
    expect(await list({ provinceCode: '540000', category: 'testing' })).toMatchObject({ total: 0 })
  })

  test.each<Record<string, string | number>>([
    { type: 'x' },
    { provinceCode: '330100' },
    { category: 'nonsense' },
    { pageSize: 101 },
    { pageNum: 0 },
  ])('refuses %j', async query => {
    expect(await site.get('/app/publicity/member/list', query)).toMatchObject({ status: 200, code: 400 })
  })

  test('its pages follow each other without a gap', async () => {
    const all = (await list()).list.map(({ id }) => id)
    const second = await site.get('/app/publicity/member/list', { pageNum: 2, pageSize: 7 })
    expect(second.data.list.map(({ id }: Row) => id)).toEqual(all.slice(7, 14))
    expect(second.data.pages).toBe(Math.ceil(all.length / 7))
  })
})

describe('personal members', () => {
  test('are listed by masked name, without what would identify them', async () => {
    const rows = (await list({ type: 90 })).list
    expect(rows.map(row => row.personName)).toEqual(expect.arrayContaining(['张*', '欧**远', '阿******提']))
    expect(JSON.stringify(rows)).not.toMatch(/张伟|欧阳修远|39000001|199001010013/)
    expect(rows.find(row => row.personName === '张*')).toMatchObject({ orgName: '青岛海岳锅炉制造有限公司' })
  })

  test('without their consent are not listed, and have no page', async () => {
    const all = await site.services.db.select().from(member).where(eq(member.kind, 'person'))
    const shown = (await list({ type: 90 })).list
    expect(all.filter(({ status }) => status === 'active').length).toBe(shown.length + 2)
    expect(await detail(shown[0]!.id)).toMatchObject({ code: 404 })
  })
})

test('the newest thirty organisations, the latest to join first', async () => {
  const { data } = await site.get<Row[]>('/app/publicity/member/top30')
  expect(data).toHaveLength(30)
  const days = data.map(row => row.joinDate)
  expect(days).toEqual([...days].sort().reverse())
  const newest = (await list()).list
    .map(row => row.joinDate)
    .sort()
    .reverse()
  expect(days).toEqual(newest.slice(0, 30))
})

test('every one of the 34 regions has its number, none is an answer too', async () => {
  const regions = async () =>
    (await site.get('/app/publicity/member/province/list')).data as { provinceName: string; count: number }[]
  const before = await regions()
  expect(before).toHaveLength(34)
  expect(before.reduce((sum, { count }) => sum + count, 0)).toBe((await list()).total)
  expect(before.find(({ provinceName }) => provinceName === '澳门')).toMatchObject({ count: 1 })
  const { id } = await memberOf('澳门濠江能源服务有限公司')
  await change(id, { status: 'overdue' })
  expect((await regions()).find(({ provinceName }) => provinceName === '澳门')).toMatchObject({ count: 0 })
  await change(id, { status: 'active' })
})

test('everyone in good standing holds a valid certificate of membership, and nobody else', async () => {
  const rows = await site.services.db
    .select({ number: member.number, status: member.status, certificate })
    .from(member)
    .leftJoin(certificate, eq(certificate.id, member.certificateId))
  for (const { number, status, certificate } of rows) {
    if (status !== 'active') expect(certificate).toBeNull()
    else expect(certificate).toMatchObject({ number, register: 'membership', groupCode: 'HY', status: 'valid' })
  }
})
