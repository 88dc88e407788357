import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { enterCertificates, type NewCertificate, recordEvent } from '#modules/certificates/server/register.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { asking, detail, memberOf, search, setUpMemberRegister } from '#test/setups/membership/memberRegister.ts'
import { site, today } from '#test/setups/site.ts'
import { member, memberStyle } from './server/tables.ts'

setUpMemberRegister()

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
    expect(statusOf('CBWA-SB01-2-2020-9002')).toBe('有效，即将到期')
    expect(statusOf('CBWA-SB01-3-2020-9003')).toBe('已过期')
  })

  test('lead back to its page when one of them is checked, while it stands in the register', async () => {
    const { id, organisationId } = await memberOf('贵阳黔灵水处理科技有限公司')
    const number = 'CBWA-SB03-1-2020-9011'
    await issueTo(organisationId, [{ number, validTo: addDays(today, 800) }])
    const pageOf = async () => (await site.get('/cert/verify', { number })).data.orgPage
    expect(await pageOf()).toBe(`/admin/publicity/member/${id}`)
    const show = (isPublic: boolean) => site.services.db.update(member).set({ isPublic }).where(eq(member.id, id))
    await show(false)
    expect(await pageOf()).toBeNull()
    await show(true)
  })

  test('of another are not shown', async () => {
    const { id } = await memberOf('银川贺兰节能环保有限公司')
    expect(JSON.stringify(await ofMember(id))).not.toContain('-900')
  })
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
