import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { provinces } from '#lib/provinces.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, newCreditCode, signInAs, staffSession, staffWith } from '#test/support/make.ts'
import * as registers from '#test/support/registers.ts'
import { enterOrganisation } from './server/organisations.ts'
import { organisation } from './server/tables.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })

let staff: Awaited<ReturnType<typeof asStaff>>
let company: number
beforeAll(async () => {
  staff = await asStaff(site, 'reviewer')
  const [of] = await site.services.db
    .select()
    .from(organisation)
    .where(eq(organisation.name, '北京清源锅炉清洗有限公司'))
  company = of!.id
})

const detailOf = async (id: number) => (await staff.get('/staff/organisation/detail', { id })).data

describe('the company file', () => {
  test('has on one page what each part of the association knows', async () => {
    const { name, parts, contacts, accounts, expiries, facts } = await detailOf(company)
    expect(name).toBe('北京清源锅炉清洗有限公司')
    expect(parts.map((part: { title: string }) => part.title)).toEqual([
      '会员',
      '在协会的任职',
      '单位证书',
      '条件预警',
      '持证人员',
      '获奖',
      '申请',
      '培训',
      '往来',
      '会费',
      '广告',
    ])
    const rowsOf = (part: string) => parts.find((one: { name: string }) => one.name === part).rows
    expect(rowsOf('membership')).toMatchObject([{ route: expect.stringMatching(/^\/staff\/members\/\d+$/) }])
    expect(rowsOf('certificates').length).toBeGreaterThan(1)
    expect(rowsOf('persons').length).toBeGreaterThan(0)
    expect(facts).toContainEqual(expect.objectContaining({ label: '统一社会信用代码' }))
    expect(accounts).toMatchObject([{ userName: 'qingyuan', phone: '139****0001', statusName: '正常' }])
    expect(contacts.map((contact: { mobile: string }) => contact.mobile)).toContain('139****0301')
    const days = expiries.map((one: { endsOn: string }) => one.endsOn)
    expect(days.length).toBeGreaterThan(0)
    expect(days).toEqual([...days].sort())
  })

  test('gives its ends as a calendar that a phone can read, the same event in every copy', async () => {
    const { cookie } = await staffSession(site, 'reviewer')
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const url = `/api/staff/organisation/calendar?id=${company}`
    const [one, two] = await Promise.all([1, 2].map(() => site.app.inject({ url, headers })))
    expect(one!.headers['content-type']).toContain('text/calendar')
    const uids = (text: string) => text.match(/^UID:.*$/gm)
    const { expiries } = await detailOf(company)
    expect(uids(one!.payload)).toHaveLength(expiries.length)
    expect(new Set(uids(one!.payload)).size).toBe(expiries.length)
    expect(uids(two!.payload)).toEqual(uids(one!.payload))
    expect(one!.payload).toContain('TRIGGER:-P30D')
  })

  test('hides the mobiles until somebody asks, with the password, and that is in the log', async () => {
    expect(JSON.stringify(await detailOf(company))).not.toMatch(/1390000\d{4}/)
    const { data } = await staff.post('/staff/organisation/reveal', { id: company })
    expect(data).toContainEqual({ roleName: '会员代表', name: '方启明', mobile: '13900000301' })
    const lines = await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.action, 'organisation.reveal'))
      .orderBy(auditEvent.id)
    expect(lines).toMatchObject([{ actorName: 'reviewer', objectId: company }])
    expect(JSON.stringify(lines)).not.toContain('13900000301')
  })

  test('is for those who keep it', async () => {
    const cashier = await asStaff(site, await staffWith(site, ['cashier']))
    expect((await cashier.get('/staff/organisation/detail', { id: company })).code).toBe(403)
    expect(
      (await site.as(await signInAs(site, 'qingyuan')).get('/staff/organisation/detail', { id: company })).status,
    ).toBe(401)
    expect((await staff.get('/staff/organisation/detail', { id: 999_999 })).code).toBe(404)
  })
})

describe('an organisation', () => {
  const form = (over: object = {}) => ({
    name: `秦皇岛第${Math.floor(performance.now() * 1000)}锅炉有限公司`,
    creditCode: newCreditCode(),
    provinceCode: '130000',
    ...over,
  })
  const add = (given: object) => staff.post('/staff/organisation/add', { form: given })

  test('is entered from little, and found by pinyin at once', async () => {
    const { data } = await add(form({ name: '秦皇岛碣石锅炉有限公司' }))
    const { list } = (await staff.get('/staff/organisation/list', { key: 'jieshi' })).data
    expect(list).toMatchObject([{ id: data.id, name: '秦皇岛碣石锅炉有限公司' }])
    expect(await detailOf(data.id)).toMatchObject({
      name: '秦皇岛碣石锅炉有限公司',
      accounts: [],
      provinceName: expect.stringContaining('河北'),
    })
  })

  test('with a credit code of a wrong check digit is refused at its field', async () => {
    const wrong = `${newCreditCode().slice(0, 17)}`
    const checked = [...'0123456789'].map(digit => wrong + digit)
    const answers = await Promise.all(checked.slice(0, 3).map(creditCode => add(form({ creditCode }))))
    expect(answers.filter(({ code }) => code === 400).every(({ data }) => data.fields.creditCode)).toBe(true)
    expect(answers.filter(({ code }) => code === 400).length).toBeGreaterThanOrEqual(2)
  })

  test('that is known is not entered twice, by code or by name, and it is told which one', async () => {
    const known = form()
    expect((await add(known)).code).toBe(200)
    expect(await add({ ...known, name: '另一个名称有限公司' })).toMatchObject({
      code: 409,
      data: { fields: { creditCode: expect.stringContaining(known.name) } },
    })
    expect(await add({ ...known, creditCode: newCreditCode() })).toMatchObject({
      code: 409,
      data: { fields: { name: expect.stringContaining(known.creditCode) } },
    })
  })

  test('entered by two at once is entered once', async () => {
    const given = form()
    const answers = await Promise.all([add(given), add(given)])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
  })

  test('is changed by one of two who read the same; the other is told by whom', async () => {
    const { data } = await add(form())
    const { version } = await detailOf(data.id)
    const edit = (of: object) => staff.post('/staff/organisation/edit', { id: data.id, version, form: of })
    expect(
      (await edit({ website: 'https://example.com', liaisonName: '王芳', liaisonMobile: '13900004455' })).code,
    ).toBe(200)
    expect(await edit({ website: 'https://example.org' })).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/^已由 冉星河 于/),
    })
    const after = await detailOf(data.id)
    expect(after).toMatchObject({ form: { website: 'https://example.com' }, masked: { liaisonMobile: '139****4455' } })
    expect(after.form).not.toHaveProperty('liaisonMobile')
    const [line] = await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.action, 'organisation.edit'))
      .orderBy(auditEvent.id)
    expect(line).toMatchObject({ before: { 网站: '' }, after: { 网站: 'https://example.com' } })
    expect(JSON.stringify(line)).not.toContain('13900004455')
  })
})

describe('the list of organisations', () => {
  test('tells members from others, and is narrowed by province, category and part of a credit code', async () => {
    const name = '张家口坝上锅炉服务有限公司'
    const creditCode = newCreditCode()
    await enterOrganisation({ db: site.services.db, now: new Date() }, { name, creditCode, provinceCode: '130000' })
    const list = async (query: object) => (await staff.get('/staff/organisation/list', query as never)).data
    expect((await list({ key: '坝上' })).list).toMatchObject([{ name, member: null }])
    expect((await list({ key: creditCode.slice(8, 15) })).list.map((row: { name: string }) => row.name)).toContain(name)
    const members = await list({ isMember: 'yes', pageSize: 100 })
    expect(members.list.every((row: { member: unknown }) => row.member)).toBe(true)
    const others = await list({ isMember: 'no', pageSize: 100 })
    expect(others.list.some((row: { name: string }) => row.name === name)).toBe(true)
    expect(members.total + others.total).toBe(await site.services.db.$count(organisation))
    const cleaners = await list({ category: 'cleaning', provinceCode: '110000', pageSize: 100 })
    expect(cleaners.list.length).toBeGreaterThan(0)
    expect(cleaners.list.every((row: { categoryNames: string[] }) => row.categoryNames.includes('清洗服务'))).toBe(true)
  })

  test('says in its workbook what it says on the screen, membership included', async () => {
    const organisations = await registers.openRegister(site, '/staff/organisation')
    await registers.expectSameRows(organisations, {}, { categoryNames: '未填写' })
    const { rows } = await organisations.list({ isMember: 'yes' })
    const sheet = await organisations.workbook({ isMember: 'yes' })
    expect(rows.map(({ cells }) => cells.member)).toEqual(sheet.map(row => `${row.会员级别}（${row.会员状态}）`))
    expect(sheet.every(row => row.会员编号)).toBe(true)
  })

  test('is narrowed by each of its filters, to just those that fit', async () => {
    await registers.expectNarrowed(await registers.openRegister(site, '/staff/organisation'), [
      [{ provinceCode: '110000' }, row => row.provinceName === '北京'],
      [{ category: 'cleaning' }, row => row.categoryNames.includes('清洗服务')],
      [{ isMember: 'yes' }, row => row.member !== null],
      [{ isMember: 'no' }, row => row.member === null],
      [{ key: '清源' }, row => row.name.includes('清源')],
    ])
  })

  test('is sorted by any column that can be, on the screen and in the workbook; by others it is not', async () => {
    const organisations = await registers.openRegister(site, '/staff/organisation')
    await registers.expectSorted(
      organisations,
      {},
      {
        name: registers.byName(row => row.name),
        creditCode: registers.by(row => row.creditCode),
        provinceName: registers.by(row => provinces.findIndex(({ short }) => short === row.provinceName)),
      },
    )
    await registers.expectNoOtherSort(organisations, '/staff/organisation')
  })
})
