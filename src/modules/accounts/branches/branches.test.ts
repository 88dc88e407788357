import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import { asStaff, staffSession, staffWith } from '#test/support/make.ts'
import { dismissTestStaff } from '#test/support/secondPerson.ts'
import { auditEvent } from '../../audit/server/tables.ts'
import { organisation } from '../../members/server/tables.ts'
import { account, branch, staffRole } from '../server/tables.ts'

const [JIANGSU, ZHEJIANG, SHANDONG] = ['320000', '330000', '370000'] as const

setUpSite({ demo: true })
const admin = setUpStaff('admin')
beforeEach(async () => {
  await site.services.db.delete(branch)
})
afterEach(() => dismissTestStaff(site))

type Form = { name: string; provinces?: string[]; status?: string; phone?: string }
type Listed = { id: number; name: string; version: string; values: Form; uses: number; roleNames: string[] }

const branches = async (): Promise<Listed[]> => (await admin.get('/staff/branch/list')).data.list
const branchNamed = async (name: string) => (await branches()).find(one => one.name === name)!
const save = (by: typeof admin, form: Form) => by.post('/staff/branch/save', { form: { status: 'open', ...form } })
async function made(name: string, provinces: string[]): Promise<number> {
  const { data, msg } = await save(admin, { name, provinces })
  expect(data, msg).toBeTruthy()
  return data.id
}
async function change(name: string, form: Partial<Form>, by = admin) {
  const { id, version, values } = await branchNamed(name)
  return by.post('/staff/branch/save', { id, version, form: { ...values, ...form } })
}

let roles = 0
/** Creates a colleague whose role is limited to these branches; `form` adds values to the role's form. */
async function limitedTo(ids: number[], form: object = {}) {
  const whole = {
    name: `分会专员${++roles}`,
    permissions: ['staff:members'],
    status: 'open',
    branches: ids.map(String),
  }
  const { data, msg } = await admin.post('/staff/role/save', { form: { ...whole, ...form } })
  expect(data, msg).toBeTruthy()
  const [role] = await site.services.db.select().from(staffRole).where(eq(staffRole.id, data.id))
  const userName = await staffWith(site, [role!.code])
  const [own] = await site.services.db.select().from(account).where(eq(account.userName, userName))
  return { role: role!, holder: await asStaff(site, userName), id: own!.id }
}
const roleListed = async (id: number) =>
  (await admin.get('/staff/role/list')).data.list.find((role: { id: number }) => role.id === id)

const inProvinces = async (...codes: string[]) => {
  const rows = await site.services.db.select().from(organisation)
  return rows.filter(({ provinceCode }) => codes.includes(provinceCode)).length
}
const seen = async (by: typeof admin) => (await by.get('/staff/organisation/list')).data.total

describe('a branch', () => {
  test('serves provinces that no other in use serves', async () => {
    await made('华东分会', [JIANGSU, ZHEJIANG])
    expect(await save(admin, { name: '华东分会', provinces: [SHANDONG, ZHEJIANG], phone: '1' })).toMatchObject({
      code: 400,
      data: {
        fields: {
          name: '已有同名的分支机构',
          provinces: '一个地区只归一个分支机构：浙江已由“华东分会”服务',
          phone: expect.any(String),
        },
      },
    })
    await change('华东分会', { status: 'retired' })
    await made('浙江分会', [ZHEJIANG])
    expect(await change('华东分会', { status: 'open' })).toMatchObject({
      data: { fields: { provinces: expect.stringContaining('浙江已由“浙江分会”服务') } },
    })
  })

  test('cannot be two that serve the same, however fast somebody clicks', async () => {
    const answers = await Promise.all(['一分会', '二分会'].map(name => save(admin, { name, provinces: [SHANDONG] })))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 400])
  })

  test('is retired, and not deleted, while a role is limited to it', async () => {
    const id = await made('华东分会', [JIANGSU])
    const { role } = await limitedTo([id])
    const { version, uses, roleNames } = await branchNamed('华东分会')
    expect({ uses, roleNames }).toEqual({ uses: 1, roleNames: [role.name] })
    expect(await admin.post('/staff/branch/remove', { id, version })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('可以停用'),
    })
    const other = await made('山东分会', [SHANDONG])
    const unused = await branchNamed('山东分会')
    expect((await admin.post('/staff/branch/remove', { id: other, version: unused.version })).code).toBe(200)
  })

  test('stands in packs, without whom one asks there', async () => {
    await made('华东分会', [JIANGSU])
    await change('华东分会', { phone: '025-55500177' })
    const { db } = site.services
    const headers = await staffSession(site, 'admin')
    const { body } = await site.app.inject({ url: '/api/staff/pack/export', headers })
    expect(body).toMatch(/ {2}branch:\n {4}- name: 华东分会/)
    expect(body).not.toContain('55500177')
    const pack = { hangxie: 1, name: '试用', version: '1.0.0' }
    const records = { branch: [{ name: '西南分会', provinces: ['510000'], status: 'open' }] }
    const content = JSON.stringify({ ...pack, records })
    const { data } = await admin.post('/staff/pack/preview', { content })
    expect(data).toMatchObject({ faults: [], differences: [{ called: '分支机构', name: '西南分会', act: 'add' }] })
    expect((await admin.post('/staff/pack/apply', { content, digest: data.digest })).code).toBe(200)
    expect(await db.select().from(branch).where(eq(branch.name, '西南分会'))).toMatchObject([{ provinces: ['510000'] }])
  })
})

describe('a role that is limited to branches', () => {
  test('reaches what they serve and its own provinces, by the branch as it is at the moment', async () => {
    const id = await made('华东分会', [JIANGSU])
    const { holder, role } = await limitedTo([id], { provinces: [SHANDONG] })
    expect(await seen(holder)).toBe(await inProvinces(JIANGSU, SHANDONG))
    expect((await roleListed(role.id)).limits).toEqual(['华东分会（江苏）', '山东'])
    await change('华东分会', { provinces: [JIANGSU, ZHEJIANG] })
    expect(await seen(holder)).toBe(await inProvinces(JIANGSU, ZHEJIANG, SHANDONG))
    expect((await holder.get('/staff/me')).data.limited).toEqual([
      { permission: 'staff:members', limits: [{ provinces: [JIANGSU, ZHEJIANG, SHANDONG], kindNames: null }] },
    ])
  })

  test('sees nothing, and not everything, where the branch is retired or serves nobody', async () => {
    const id = await made('华东分会', [JIANGSU])
    const { holder, role } = await limitedTo([id])
    const [own] = await site.services.db.select().from(organisation).where(eq(organisation.provinceCode, JIANGSU))
    expect((await holder.get('/staff/organisation/detail', { id: own!.id })).code).toBe(200)
    for (const form of [{ provinces: [] }, { provinces: [JIANGSU], status: 'retired' }]) {
      await change('华东分会', form)
      expect(await seen(holder)).toBe(0)
      expect(await holder.get('/staff/organisation/detail', { id: own!.id })).toMatchObject({
        code: 403,
        msg: expect.stringContaining('不含任何地区'),
      })
      expect(await roleListed(role.id)).toMatchObject({ seesNothing: true })
    }
    // The same holds when the branch row itself is gone.
    await site.services.db.delete(branch)
    expect(await seen(holder)).toBe(0)
  })

  test('holds nothing that is the same everywhere, and takes no branch that is retired anew', async () => {
    const id = await made('华东分会', [JIANGSU])
    const retired = await made('旧分会', [])
    await change('旧分会', { status: 'retired' })
    const form = { name: '混合', permissions: ['staff:members', 'staff:audit'], branches: [String(id)], status: 'open' }
    expect(await admin.post('/staff/role/save', { form })).toMatchObject({
      data: { fields: { branches: expect.stringContaining('“查看审计日志”不分地区') } },
    })
    const anew = { ...form, permissions: ['staff:members'], branches: [String(retired)] }
    expect(await admin.post('/staff/role/save', { form: anew })).toMatchObject({
      data: { fields: { branches: '“旧分会”已停用，不能再选' } },
    })
    const unknown = { ...anew, branches: ['999999'] }
    expect((await admin.post('/staff/role/save', { form: unknown })).code).toBe(400)
  })

  test('shows before a change who gains and who loses', async () => {
    const [east, north] = [await made('华东分会', [JIANGSU]), await made('山东分会', [SHANDONG])]
    const { role, id } = await limitedTo([east])
    const asked = { id: role.id, permissions: 'staff:members', provinces: '', branches: `${east},${north}` }
    const { data } = await admin.get('/staff/role/effect', asked)
    expect(data).toMatchObject([{ id, gains: ['维护会员、单位与人员资料（山东）'], loses: [] }])
    const none = await admin.get('/staff/role/effect', { ...asked, branches: '' })
    expect(none.data).toMatchObject([{ id, gains: ['维护会员、单位与人员资料'] }])
  })

  test('is not widened by putting back a branch that is called otherwise now', async () => {
    const id = await made('华东分会', [JIANGSU])
    const { role } = await limitedTo([id])
    const { version, values } = await roleListed(role.id)
    const widened = { id: role.id, version, form: { ...values, branches: [], provinces: [SHANDONG] } }
    expect((await admin.post('/staff/role/save', widened)).code).toBe(200)
    await change('华东分会', { name: '长三角分会' })
    const rows = await site.services.db.select().from(auditEvent).where(eq(auditEvent.objectId, role.id))
    const event = rows.find(({ action }) => action === 'staffRole.change')!
    expect((await admin.post('/staff/audit/restore', { id: event.id })).code).toBe(400)
    expect((await roleListed(role.id)).limits).toEqual(['山东'])
  })
})

test('who keeps accounts widens no branch, theirs or a colleague’s, beyond what they may do', async () => {
  const id = await made('华东分会', [JIANGSU])
  const { role } = await limitedTo([id])
  const { data } = await admin.post('/staff/role/save', {
    form: { name: `人事${++roles}`, permissions: ['staff:accounts'], status: 'open' },
  })
  const [keeper] = await site.services.db.select().from(staffRole).where(eq(staffRole.id, data.id))
  const holder = await asStaff(site, await staffWith(site, [keeper!.code, role.code]))
  expect(await change('华东分会', { provinces: [JIANGSU, SHANDONG] }, holder)).toMatchObject({
    code: 403,
    msg: expect.stringContaining('维护会员、单位与人员资料（山东）'),
  })
  // A telephone number widens nothing; all the same another one who keeps accounts agrees.
  expect((await change('华东分会', { phone: '025-55500177' }, holder)).code).toBe(202)
  expect((await save(holder, { name: '山东分会', provinces: [SHANDONG] })).code).toBe(202)
})

test('the registers are narrowed to a branch, for whoever is limited to less of it too', async () => {
  const id = await made('华东分会', [JIANGSU, ZHEJIANG])
  const total = async (by: typeof admin, path: string, query: object) => (await by.get(path, { ...query })).data.total
  const members = await total(admin, '/staff/member/list', { branch: id })
  const of = (provinceCode: string) => total(admin, '/staff/member/list', { provinceCode })
  expect(members).toBe((await of(JIANGSU)) + (await of(ZHEJIANG)))
  expect(members).toBeGreaterThan(0)
  const all = await total(admin, '/staff/review/list', { status: 'all' })
  const here = await total(admin, '/staff/review/list', { status: 'all', branch: id })
  expect(here).toBeLessThan(all)
  const { holder } = await limitedTo([], { provinces: [JIANGSU] })
  expect(await total(holder, '/staff/member/list', { branch: id })).toBe(await of(JIANGSU))
  expect((await holder.get('/staff/branch/choices')).data).toEqual([{ code: String(id), name: '华东分会' }])
})
