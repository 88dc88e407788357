import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { toQuery, toRegisterQuery } from '#lib/server/search/words.ts'
import { enterCertificates, type NewCertificate, recordEvent } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { startApp } from '../../../../test/app.ts'
import { member, memberStyle } from '../server/tables.ts'
import { findMembers } from './server/search.ts'

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

let site: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  site = await startApp({ demo: true })
})
afterAll(() => site.close())

const today = dayOf(new Date())

async function list(query: Record<string, string | number> = {}) {
  const { data } = await site.get('/app/publicity/member/list', { pageSize: 100, ...query })
  return data as { list: Row[]; total: number }
}
const namesOf = async (query: Record<string, string | number>) => (await list(query)).list.map(row => row.orgName)
const detail = (id: number) => site.get('/app/publicity/member/detail', { id })
const levels = async () => (await site.get('/app/publicity/member/type/list')).data as Level[]

/** The member that an organisation is, in good standing or not. */
async function memberOf(name: string) {
  const [row] = await site.services.db
    .select({ id: member.id, organisationId: organisation.id })
    .from(member)
    .innerJoin(organisation, eq(organisation.id, member.organisationId))
    .where(eq(organisation.name, name))
  return row!
}
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

describe('the page of a member', () => {
  test('says what the member publishes of itself', async () => {
    const { id } = await memberOf('苏州恒蓝水处理科技有限公司')
    const { data } = await detail(id)
    expect(data).toMatchObject({
      orgName: '苏州恒蓝水处理科技有限公司',
      typeName: '副理事长单位',
      provinceName: '江苏',
      nature: 'private',
      natureName: '民营企业',
      phone: '0512-5550 5210',
    })
    expect(data.memberNo).toMatch(/^CBWA-D-32-\d{4}$/)
    expect(data.summary).toMatch(/^江苏副理事长单位，主营锅炉补给水处理设备/)
    expect(data.summary.length).toBeLessThanOrEqual(160)
    const logo = await site.app.inject({ url: data.logo })
    expect([logo.statusCode, logo.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  })

  test('shows the phone only of who agreed, and the legal person and credit code of nobody', async () => {
    const { id, organisationId } = await memberOf('天津海河燃烧设备有限公司')
    const [stored] = await site.services.db.select().from(organisation).where(eq(organisation.id, organisationId))
    expect(stored!.phone).not.toBe('')
    const answer = JSON.stringify((await detail(id)).data)
    expect(answer).toContain('"phone":null')
    for (const hidden of [stored!.phone, stored!.legalPerson, stored!.creditCode]) expect(answer).not.toContain(hidden)
  })

  test('has the 风采 from when it is published, clean and with its pictures', async () => {
    const { id } = await memberOf('北京清源锅炉清洗有限公司')
    const publish = (publishedAt: Date | null) =>
      site.services.db.update(memberStyle).set({ publishedAt }).where(eq(memberStyle.memberId, id))
    const { style } = (await detail(id)).data
    expect(style.title).toBe('让数据决定什么时候停泵')
    expect(style.content).toMatch(/^\s*<p>.*<h3>/s)
    for (const url of [style.cover, ...style.images]) expect((await site.app.inject({ url })).statusCode).toBe(200)
    for (const publishedAt of [null, new Date(Date.now() + 60_000)]) {
      await publish(publishedAt)
      expect((await detail(id)).data.style).toBeNull()
    }
    await publish(new Date(Date.now() - 60_000))
    expect((await detail(id)).data.style).toEqual(style)
  })

  test.each([
    [999_999, 404],
    [0, 400],
    ['abc', 400],
  ])('%j is answered with %i', async (id, code) => {
    expect(await site.get('/app/publicity/member/detail', { id })).toMatchObject({ status: 200, code })
  })
})

describe("a member's qualifications", () => {
  const ofMember = async (id: number) => (await site.get('/app/publicity/member/qualification/list', { id })).data

  test('come from the register of certificates, with what each is today', async () => {
    const { id, organisationId } = await memberOf('贵阳黔灵水处理科技有限公司')
    const before = (await ofMember(id)).length
    const numbers = await issueTo(organisationId, [
      { number: 'CBWA-SB01-1-2020-9001', validTo: addDays(today, 800) },
      { number: 'CBWA-SB01-2-2020-9002', validTo: addDays(today, 20) },
      { number: 'CBWA-SB01-3-2020-9003', validTo: addDays(today, -1) },
      { number: 'CBWA-SB02-1-2020-9004', validTo: addDays(today, 800) },
      { number: 'CBWA-SB02-2-2020-9005', validTo: addDays(today, 800), publishedAt: null },
      { number: 'CBWA-HY99-1-2020-9006', validTo: addDays(today, 800), register: 'membership' },
    ])
    await recordEvent(asking(), numbers['CBWA-SB02-1-2020-9004']!, {
      kind: 'replaced',
      effectiveOn: today,
      reason: '换证',
    })
    const rows: { certNo: string; certStatus: string; certStatusName: string }[] = await ofMember(id)
    expect(rows).toHaveLength(before + 3)
    const statusOf = (number: string) => rows.find(({ certNo }) => certNo === number)?.certStatusName
    expect(statusOf('CBWA-SB01-1-2020-9001')).toBe('有效')
    expect(statusOf('CBWA-SB01-2-2020-9002')).toBe('即将到期')
    expect(statusOf('CBWA-SB01-3-2020-9003')).toBe('已过期')
  })

  test('of another are not shown', async () => {
    const { id } = await memberOf('银川贺兰节能环保有限公司')
    expect(JSON.stringify(await ofMember(id))).not.toContain('-900')
  })
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

describe('the search of the site', () => {
  test('finds members by name before those that only mention the word', async () => {
    const { hits, total } = await search('恒蓝')
    expect(total).toBeGreaterThanOrEqual(1)
    const { id } = await memberOf('苏州恒蓝水处理科技有限公司')
    expect(hits[0]).toMatchObject({ id, route: `/admin/publicity/member/${id}`, title: '苏州恒蓝水处理科技有限公司' })
    expect(hits[0]!.text).toContain('锅炉补给水处理设备设计')
    expect(hits[0]!.text).toContain('没有一年的原水数据不出方案')
  })

  test('finds a member by part of its credit code', async () => {
    const { hits } = await search('MA20DEM34R')
    expect(hits.map(({ title }) => title)).toEqual(['苏州恒蓝水处理科技有限公司'])
  })

  test('gives the best first, no more than asked for, and counts them all', async () => {
    const { hits, total } = await search('锅炉', 5)
    expect(hits).toHaveLength(5)
    expect(total).toBeGreaterThan(20)
    for (const { title } of hits) expect(title).toContain('锅炉')
  })
})

const asking = () => ({ db: site.services.db, now: new Date() })

/** The hits as the search page shows them, the best first. */
async function search(typed: string, limit = 20) {
  const asked = { typed, words: toQuery(typed)!, register: toRegisterQuery(typed)!, sort: 'rel' as const, limit }
  const { best, total, read } = await findMembers(asking(), asked)
  const hits = new Map((await read(best.map(({ id }) => id))).map(hit => [hit.id, hit]))
  return { hits: best.map(({ id }) => hits.get(id)!), total }
}

async function issueTo(organisationId: number, some: (Pick<NewCertificate, 'number'> & Partial<NewCertificate>)[]) {
  const issuedOn = addDays(today, -1000)
  const issued = await enterCertificates(
    asking(),
    some.map(one => ({
      register: 'qualification',
      holderName: '贵阳黔灵',
      organisationName: '贵阳黔灵',
      organisationId,
      groupCode: 'SB',
      groupName: '水处理设备类',
      kindCode: 'SB01',
      kindName: '锅炉水处理设备制造单位',
      issuer: '协会',
      issuedOn,
      validFrom: issuedOn,
      publishedAt: new Date(),
      ...one,
    })),
  )
  return Object.fromEntries(issued.map(({ number, id }) => [number, id]))
}
