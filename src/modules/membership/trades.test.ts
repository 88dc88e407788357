import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { organisation } from '#modules/members/server/tables.ts'
import { startApp } from '#test/support/app.ts'
import { asStaff, organisationProfile, signUp, staffSession, staffWith } from '#test/support/make.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { member, memberLevel } from './server/tables.ts'

/** An association of another trade, on a site that begins with nothing. */
let site: Awaited<ReturnType<typeof startApp>>
let session: { cookie: string }
let clerk: Awaited<ReturnType<typeof asStaff>>
let colleague: typeof clerk
let company: Awaited<ReturnType<typeof signUp>>
beforeAll(async () => {
  site = await startApp({ env: { WRITES_PER_MINUTE: '1000' } })
  session = await staffSession(site, await staffWith(site, ['admin']))
  clerk = site.as(session)
  colleague = await asStaff(site, await staffWith(site, ['admin']))
  company = await signUp(site, { orgName: '上海云梯电梯有限公司' })
})
afterAll(() => site.close())

type Entry = {
  id: number
  name: string
  code: string
  retired: boolean
  uses: number
  route: string
  values: object
  version: string
}
type Field = { name: string; required?: boolean; options?: { code: string; name: string; retired?: boolean }[] }

const desk = async (dictionary = 'trade') =>
  (
    await clerk.get<{ order: string; list: Entry[] }>('/staff/record/list', {
      type: 'dictionaryEntry',
      within: dictionary,
    })
  ).data
const entry = async (name: string) => (await desk()).list.find(each => each.name === name)!
const add = (form: object, by = clerk) =>
  by.post('/staff/record/save', { type: 'dictionaryEntry', form: { dictionary: 'trade', state: 'offered', ...form } })
const change = async (name: string, form: object, by = clerk) => {
  const { id, version, values } = await entry(name)
  return by.post('/staff/record/save', { type: 'dictionaryEntry', id, version, form: { ...values, ...form } })
}
const asked = async () =>
  (await company.api.get<{ fields: Field[] }>('/member/org/info')).data.fields.find(({ name }) => name === 'categories')
const offered = async () => (await asked())?.options?.flatMap(({ name, retired }) => (retired ? [] : name))
const listed = async (category?: string) =>
  (
    await site.get<{ list: { orgName: string; categoryNames: string[] }[] }>(
      '/app/publicity/member/list',
      category ? { category } : {},
    )
  ).data.list
const rowsOf = async (path: string, sheet?: string) =>
  textsOf(await sheetOf((await site.app.inject({ url: `/api${path}`, headers: session })).rawPayload, sheet))
const profile = (categories?: string[]) => ({
  ...organisationProfile,
  name: company.orgName,
  creditCode: company.creditCode,
  categories,
})

test('a new site has no trades and asks nobody for one; what nature an organisation is of, it does', async () => {
  expect((await site.get('/dictionary/list', { dictionary: 'trade' })).data).toEqual([])
  expect(await asked()).toBeUndefined()
  expect((await desk('nature')).list).toHaveLength(9)
  const { api, orgName, creditCode } = await signUp(site)
  const form = { ...profile(), name: orgName, creditCode }
  expect(await api.post('/member/complete', { form })).toMatchObject({ code: 200 })
})

test('a clerk adds trades; each gets a code of its own', async () => {
  expect(await add({ name: '电梯制造', code: 'making' })).toMatchObject({ code: 200 })
  for (const name of ['电梯安装', '电梯维保']) expect(await add({ name })).toMatchObject({ code: 200 })
  expect((await desk()).list.map(({ name, code, uses }) => [name, code, uses])).toEqual([
    ['电梯制造', 'making', 0],
    ['电梯安装', 'diantianzhuang', 0],
    ['电梯维保', 'diantiweibao', 0],
  ])
  expect(await offered()).toEqual(['电梯制造', '电梯安装', '电梯维保'])
})

test.each([
  [{ name: '电梯制造' }, 'name', /已有“电梯制造”/],
  [{ name: '零部件', code: 'making' }, 'code', /已用于“电梯制造”/],
  [{ name: '零部件', code: '零部件' }, 'code', /字母和数字/],
  [{ name: '' }, 'name', /请填写名称/],
  [{ name: '零部件', dictionary: 'nonsense' }, 'dictionary', /请从列表中选择/],
])('%j is refused beside its field', async (form, field, message) => {
  const { code, data } = await add(form)
  expect([code, data.fields[field]]).toEqual([400, expect.stringMatching(message)])
})

test('of two clerks who add the same at once one is told; who changes second, too', async () => {
  const answers = await Promise.all([add({ name: '零部件' }), add({ name: '零部件' }, colleague)])
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 400])
  const { id, version, values } = await entry('零部件')
  const rename = (name: string) => ({ type: 'dictionaryEntry', id, version, form: { ...values, name } })
  expect((await clerk.post('/staff/record/save', rename('电梯零部件'))).code).toBe(200)
  const second = await colleague.post('/staff/record/save', rename('零部件制造'))
  expect(second).toMatchObject({ code: 409, msg: expect.stringMatching(/^已由 .+ 于 \d\d:\d\d 修改/) })
})

describe('an organisation', () => {
  test('chooses one of them, and is found by it among the members', async () => {
    const wrong = await company.api.post('/member/complete', { form: profile(['boilers']) })
    expect(wrong).toMatchObject({ code: 400, data: { fields: { categories: '请从列表中选择行业类别' } } })
    const form = profile(['making', 'diantiweibao'])
    const asPerson = await company.api.post('/member/complete', { accountType: 'person', form })
    expect(asPerson.data.fields).toEqual({ accountType: '本账号注册为单位账号' })
    const completed = await company.api.post('/member/complete', { accountType: 'organisation', form })
    expect(completed).toMatchObject({ code: 200 })
    const rows = await site.services.db.select().from(organisation)
    const { id } = rows.find(({ name }) => name === company.orgName)!
    await site.services.db.insert(memberLevel).values({ code: 10, name: '会员', kind: 'organisation', fee: 0, sort: 1 })
    const joining = { number: 'M-1', levelCode: 10, joinedOn: '2020-01-01', organisationId: id }
    await site.services.db.insert(member).values({ ...joining, kind: 'organisation' })
    expect(await listed('making')).toMatchObject([
      { orgName: company.orgName, categoryNames: ['电梯制造', '电梯维保'] },
    ])
    expect(await listed('diantianzhuang')).toEqual([])
    expect(await site.get('/app/publicity/member/list', { category: 'boilers' })).toMatchObject({
      code: 400,
      data: { fields: { category: '不是有效的行业类别' } },
    })
  })

  test('is counted where its trade is kept, and the count leads to it', async () => {
    const { uses, route } = await entry('电梯维保')
    expect(uses).toBe(1)
    const query = Object.fromEntries(new URLSearchParams(route.split('?')[1]))
    const { data } = await clerk.get('/staff/organisation/list', query)
    expect(data.list).toMatchObject([{ name: company.orgName }])
  })

  test('bears the new name of a trade that is renamed, in lists, files and workbooks', async () => {
    expect((await change('电梯维保', { name: '电梯维护保养' })).code).toBe(200)
    expect((await listed())[0]!.categoryNames).toEqual(['电梯制造', '电梯维护保养'])
    const { data } = await clerk.get('/staff/organisation/list', { key: '云梯' })
    expect(data.list[0].cells.categoryNames).toBe('电梯制造、电梯维护保养')
    const { facts } = (await clerk.get('/staff/organisation/detail', { id: data.list[0].id })).data
    expect(facts).toContainEqual(expect.objectContaining({ label: '行业类别', text: '电梯制造、电梯维护保养' }))
    expect((await rowsOf('/staff/organisation/export')).flat()).toContain('电梯制造、电梯维护保养')
    expect(await offered()).toContain('电梯维护保养')
  })

  test('keeps a trade that is retired, and may save it again; nobody else is offered it', async () => {
    expect((await change('电梯维护保养', { state: 'retired' })).code).toBe(200)
    expect(await offered()).toEqual(['电梯制造', '电梯安装', '电梯零部件'])
    expect((await listed('diantiweibao'))[0]!.categoryNames).toEqual(['电梯制造', '电梯维护保养'])
    const { version } = (await company.api.get('/member/org/info')).data
    const form = { categories: ['diantianzhuang', 'diantiweibao'] }
    expect(await company.api.post('/member/edit', { version, form })).toMatchObject({ code: 200 })
    const other = await signUp(site)
    const late = { ...profile(['diantiweibao']), name: other.orgName, creditCode: other.creditCode }
    const refused = { code: 400, data: { fields: { categories: '请从列表中选择行业类别' } } }
    expect(await other.api.post('/member/complete', { form: late })).toMatchObject(refused)
    expect((await other.api.post('/member/complete', { form: { ...late, categories: ['making'] } })).code).toBe(200)
    const apply = async ({ api }: typeof other, chosen: object) => {
      const { form } = (await api.get('/member/getApply1')).data
      const wishes = { levelCode: '10', agreeCharter: true, agreeTruth: true }
      return api.post('/member/apply1Submit', { form: { ...form, ...wishes, ...chosen }, action: 'submit' })
    }
    expect(await apply(other, { categories: ['diantiweibao'] })).toMatchObject(refused)
    expect(await apply(other, {})).toMatchObject({ code: 200 })
    // An existing member gets only that refusal, since the form may repeat the trade on record.
    expect(await apply(company, {})).toMatchObject({ code: 400, msg: expect.stringContaining('已是会员') })
  })
})

test('the nature of organisations is a dictionary, too: its counts lead to them', async () => {
  const { list } = await desk('nature')
  const { uses, route } = list.find(({ code }) => code === 'private')!
  const query = Object.fromEntries(new URLSearchParams(route.split('?')[1]))
  const { data } = await clerk.get('/staff/organisation/list', query)
  expect([data.total, data.list.length]).toEqual([uses, uses])
  const { id, version, values } = list.find(({ code }) => code === 'private')!
  const renamed = { id, version, form: { ...values, name: '私营企业' } }
  expect((await clerk.post('/staff/record/save', { type: 'dictionaryEntry', ...renamed })).code).toBe(200)
  expect((await rowsOf('/staff/organisation/export')).flat()).toContain('私营企业')
})

test('what is in use is neither deleted nor given another code; what is not, is deleted', async () => {
  const { id, version } = await entry('电梯维护保养')
  expect(await clerk.post('/staff/record/remove', { type: 'dictionaryEntry', id, version })).toMatchObject({
    code: 409,
    msg: '“电梯维护保养”已用于 1 条记录，不能删除，可以停用',
  })
  expect((await change('电梯维护保养', { code: 'upkeep' })).data.fields.code).toMatch(/已有记录使用/)
  const spare = await entry('电梯零部件')
  expect((await change('电梯零部件', { code: 'parts' })).code).toBe(200)
  const { version: now } = await entry('电梯零部件')
  expect((await clerk.post('/staff/record/remove', { type: 'dictionaryEntry', id: spare.id, version: now })).code).toBe(
    200,
  )
  expect((await desk()).list.map(({ name }) => name)).not.toContain('电梯零部件')
})

test('their order is that of forms and filters', async () => {
  const { order, list } = await desk()
  const moved = { id: list.at(-1)!.id, position: 1, order }
  expect((await clerk.post('/staff/record/move', { type: 'dictionaryEntry', ...moved })).code).toBe(200)
  expect((await colleague.post('/staff/record/move', { type: 'dictionaryEntry', ...moved, position: 2 })).code).toBe(
    409,
  )
  const { data } = await site.get<{ name: string }[]>('/dictionary/list', { dictionary: 'trade' })
  expect(data.map(({ name }) => name)).toEqual(['电梯维护保养', '电梯制造', '电梯安装'])
})

test('the history says who changed what, and puts it back', async () => {
  const { data } = await clerk.get('/staff/site/history', { objectType: 'dictionaryEntry', pageSize: 50 })
  const line = data.list.find(({ changes }: { changes: { after: string }[] }) =>
    changes.some(({ after }) => after === '停用'),
  )
  expect(line).toMatchObject({ act: '修改', objectName: '电梯维护保养', canRestore: true })
  expect((await clerk.post('/staff/site/restore', { id: line.id })).code).toBe(200)
  expect(await offered()).toContain('电梯维护保养')
})

test('a dictionary that nobody has defined is none', async () => {
  expect((await site.get('/dictionary/list', { dictionary: 'nonsense' })).code).toBe(404)
  expect((await clerk.get('/staff/record/list', { type: 'dictionaryEntry', within: 'nonsense' })).code).toBe(404)
})

test('the workbook to import from has the association’s own trades as its example', async () => {
  expect((await rowsOf('/staff/import/template?kind=organisations', '填写说明')).flat()).toContain(
    '电梯维护保养、电梯制造',
  )
})
