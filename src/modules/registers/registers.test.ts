import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'

setUpSite({ demo: true })

type Staff = Awaited<ReturnType<typeof asStaff>>
type View = { id: number; name: string; query: string; isDefault: boolean; isShared: boolean }
let admin: Staff
let reviewer: Staff
let cashier: Staff
beforeAll(async () => {
  admin = await asStaff(site, 'admin')
  reviewer = await asStaff(site, await staffWith(site, ['reviewer']))
  cashier = await asStaff(site, await staffWith(site, ['cashier']))
})

const list = async (of: Staff, register: string) => (await of.get('/staff/view/list', { register })).data
const viewsOf = async (of: Staff, register: string): Promise<View[]> => (await list(of, register)).views
const save = (of: Staff, view: object) => of.post('/staff/view/save', view)
const ofMembers = (name: string, query: string) => ({ register: 'member', name, query })

describe('views of a register', () => {
  test('are the own ones, of this register only; one of the same name is replaced, one is the default', async () => {
    const of = (name: string, query: string) => ({ register: 'application', name, query, isDefault: true })
    await save(reviewer, of('逾期', 'overdue=1'))
    await save(reviewer, of('入会', 'kind=membership'))
    await save(reviewer, of('入会', 'kind=membership&assignee=me'))
    await save(reviewer, ofMembers('欠费', 'status=unpaid&sort=-joinedOn&pageSize=100'))
    expect(await viewsOf(reviewer, 'application')).toMatchObject([
      { name: '逾期', isDefault: false, isShared: false },
      { name: '入会', query: 'kind=membership&assignee=me', isDefault: true },
    ])
    expect(await viewsOf(reviewer, 'member')).toMatchObject([
      { name: '欠费', query: 'status=unpaid&sort=-joinedOn&pageSize=100' },
    ])
    const usual = (await viewsOf(reviewer, 'application'))[1]!
    const renamed = await reviewer.post('/staff/view/rename', { id: usual.id, name: '入会申请' })
    expect(renamed.data).toMatchObject({ name: '入会申请', isDefault: true })
    expect(await viewsOf(cashier, 'application')).toEqual([])
    expect((await list(reviewer, 'application')).canShare).toBe(false)
    expect((await list(admin, 'application')).canShare).toBe(true)
  })

  test('are shared by whoever may change the site, and changed by nobody else', async () => {
    const view = { ...ofMembers('北京会员', 'provinceCode=110000'), isShared: true }
    expect(await save(reviewer, view)).toMatchObject({ code: 403, msg: expect.stringContaining('站点设置') })
    expect(await save(admin, { ...view, isDefault: true })).toMatchObject({ code: 400 })
    const { data: shared } = await save(admin, view)
    await save(reviewer, ofMembers('北京会员', 'provinceCode=110000&kind=person'))
    expect(await viewsOf(reviewer, 'member')).toMatchObject([
      { id: shared.id, isShared: true },
      { name: '欠费' },
      { name: '北京会员', isShared: false },
    ])
    expect(await reviewer.post('/staff/view/remove', { id: shared.id })).toMatchObject({ code: 403 })
    expect(await reviewer.post('/staff/view/rename', { id: shared.id, name: '首都' })).toMatchObject({ code: 403 })
    const second = await asStaff(site, await staffWith(site, ['admin']))
    expect((await second.post('/staff/view/rename', { id: shared.id, name: '首都会员' })).data).toMatchObject({
      name: '首都会员',
      isShared: true,
    })
    expect(await second.post('/staff/view/remove', { id: shared.id })).toMatchObject({ code: 200 })
    expect((await viewsOf(reviewer, 'member')).map(({ name }) => name)).toEqual(['欠费', '北京会员'])
  })

  test('are renamed and removed by their owner; two have not the same name', async () => {
    const [first, second] = await viewsOf(reviewer, 'member')
    expect(await reviewer.post('/staff/view/rename', { id: first!.id, name: second!.name })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('北京会员'),
    })
    expect(await reviewer.post('/staff/view/rename', { id: first!.id, name: ' ' })).toMatchObject({ code: 400 })
    expect((await reviewer.post('/staff/view/rename', { id: first!.id, name: '未缴费' })).data.name).toBe('未缴费')
    const other = await asStaff(site, await staffWith(site, ['reviewer']))
    expect(await other.post('/staff/view/remove', { id: first!.id })).toMatchObject({ code: 404 })
    expect(await reviewer.post('/staff/view/remove', { id: second!.id })).toMatchObject({ code: 200 })
    expect((await viewsOf(reviewer, 'member')).map(({ name }) => name)).toEqual(['未缴费'])
  })

  test.each([
    ['member', 'colour=red', '没有“colour”这个筛选条件'],
    ['member', 'status=gone', '应为'],
    ['member', 'sort=endReason', '不能按这一列排序'],
    ['member', 'pageSize=1000', '每页条数'],
    ['application', 'status=gone', '不是有效的状态'],
    ['person', 'key=110101199001011234', '为保护个人信息'],
    ['organisation', 'key=13900001234', '为保护个人信息'],
    ['member', 'key=13900001234', '为保护个人信息'],
    ['member', 'javascript:alert(1)', '不是有效的筛选条件'],
  ])('of %s do not keep what it does not know: %s', async (register, query, why) => {
    const saved = await save(admin, { register, name: '不行', query })
    expect(saved).toMatchObject({ code: 400, msg: expect.stringContaining(why) })
  })

  test('are for those who may see the register, and never so many that nobody finds one', async () => {
    expect(await cashier.get('/staff/view/list', { register: 'member' })).toMatchObject({ code: 403 })
    expect(await save(cashier, ofMembers('会员', 'kind=person'))).toMatchObject({ code: 403 })
    expect(await admin.get('/staff/view/list', { register: 'nonsense' })).toMatchObject({ code: 404 })
    for (let n = 1; n <= 20; n++)
      await save(admin, { register: 'certificate', name: `视图${n}`, query: 'status=valid' })
    const next = { register: 'certificate', name: '视图21', query: 'status=valid' }
    expect(await save(admin, next)).toMatchObject({ code: 400, msg: expect.stringContaining('20') })
    expect(await save(admin, { ...next, isShared: true })).toMatchObject({ code: 200 })
    expect(await save(admin, { ...next, name: '视图20', query: 'status=expired' })).toMatchObject({ code: 200 })
  })

  test('leave lines in the audit log that say of which register, and not what was searched for', async () => {
    await save(admin, { register: 'organisation', name: '机电', query: 'provinceCode=110000' })
    const lines = await site.services.db.select().from(auditEvent).where(eq(auditEvent.objectName, '机电'))
    expect(lines).toMatchObject([{ action: 'view.save', detail: { list: '单位', isShared: false } }])
  })
})
