import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import { asStaff, newUserName, staffWith } from '#test/support/make.ts'
import { dismissTestStaff } from '#test/support/secondPerson.ts'
import { auditEvent } from '../../audit/server/tables.ts'
import { roleTemplates } from '../permissions.ts'
import { account } from '../server/tables.ts'

setUpSite({ demo: true })
const admin = setUpStaff('admin')
afterEach(() => dismissTestStaff(site))

type Form = { name: string; permissions: string[]; provinces?: string[]; status?: string; note?: string }
type Role = { id: number; code: string; name: string; version: string; uses: number; values: Form }

const listed = async (): Promise<Role[]> => (await admin.get('/staff/role/list')).data.list
const roleNamed = async (name: string) => (await listed()).find(role => role.name === name)!
const formOf = (name: string, permissions: string[], more: Partial<Form> = {}): Form => ({
  name,
  permissions,
  status: 'open',
  ...more,
})
/** A new role, and somebody who has it. */
async function made(form: Form) {
  const { data, msg } = await admin.post('/staff/role/save', { form })
  expect(data, msg).toBeTruthy()
  const role = (await listed()).find(({ id }) => id === data.id)!
  const userName = await staffWith(site, [role.code])
  const [own] = await site.services.db.select().from(account).where(eq(account.userName, userName))
  return { role, userName, id: own!.id, holder: await asStaff(site, userName) }
}
const change = (by: typeof admin, role: Role, form: Partial<Form>) =>
  by.post('/staff/role/save', { id: role.id, version: role.version, form: { ...role.values, ...form } })

describe('the roles of an association', () => {
  test('are at first those that stood in the program, with the same permissions', async () => {
    const { data } = await admin.get('/staff/role/list')
    const had = Object.entries(roleTemplates).map(([code, { name, may }]) => [code, name, may.toSorted()])
    expect(data.list.map(({ code, name, values }: Role) => [code, name, values.permissions.toSorted()])).toEqual(had)
    expect(data.templates).toHaveLength(had.length)
    const grouped = data.groups.flatMap(({ permissions }: { permissions: string[] }) => permissions)
    expect(grouped.toSorted()).toEqual(roleTemplates.admin!.may.toSorted())
  })

  test('are made, changed and retired, and whoever has one goes by it at the next call', async () => {
    const { role, holder } = await made(formOf('审计助理', ['staff:audit']))
    expect((await holder.get('/staff/audit/list')).code).toBe(200)
    expect((await holder.get('/staff/articles')).code).not.toBe(200)
    await change(admin, role, { permissions: ['staff:system'] })
    expect((await holder.get('/staff/audit/list')).code).toBe(403)
    expect((await holder.get('/staff/job/list')).code).toBe(200)
    expect(await change(admin, role, { note: '第二个人' })).toMatchObject({ code: 409 })
    await change(admin, await roleNamed('审计助理'), { status: 'retired' })
    expect((await holder.get('/staff/job/list')).code).toBe(403)
    expect((await holder.get('/staff/me')).data).toMatchObject({ permissions: [], roleNames: ['审计助理（已停用）'] })
    await change(admin, await roleNamed('审计助理'), { status: 'open' })
    expect((await holder.get('/staff/job/list')).code).toBe(200)
  })

  test('tell before a change who gains and who loses what', async () => {
    const { role, id } = await made(formOf('活动助理', ['staff:content', 'staff:training']))
    const asked = { id: role.id, permissions: 'staff:training,staff:awards', provinces: '' }
    const { data } = await admin.get('/staff/role/effect', asked)
    expect(data).toEqual([{ id, name: expect.any(String), gains: ['管理科技奖励'], loses: ['编写内容'] }])
    const same = { id: role.id, permissions: role.values.permissions.join(','), provinces: '' }
    expect((await admin.get('/staff/role/effect', same)).data).toEqual([])
    const limited = await made(formOf('入会专员', ['staff:review', 'staff:members']))
    const there = { id: limited.role.id, permissions: 'staff:review,staff:members', provinces: '320000' }
    const [inProvince] = (await admin.get('/staff/role/effect', there)).data
    expect(inProvince).toMatchObject({
      id: limited.id,
      loses: expect.arrayContaining([expect.stringContaining('审核')]),
    })
    expect((await admin.get('/staff/role/effect', { ...there, provinces: '' })).data).toEqual([])
    const [ofKind] = (await admin.get('/staff/role/effect', { ...there, provinces: '', kinds: 'membership' })).data
    expect(ofKind).toMatchObject({ id: limited.id, loses: expect.arrayContaining(['审核申请']) })
    expect((await admin.get('/staff/role/effect', { ...same, status: 'open' })).data).toEqual([])
    const none = { ...same, status: 'retired' }
    expect((await admin.get('/staff/role/effect', none)).data[0].loses).toHaveLength(2)
  })

  test('are told to all of the staff with where they are good', async () => {
    const { role, holder } = await made(formOf('江苏专员', ['staff:members'], { provinces: ['320000'] }))
    const { data } = await holder.get('/staff/permission/list')
    expect(data.roles).toContainEqual({ code: role.code, name: '江苏专员', may: ['staff:members'], limits: ['江苏'] })
  })

  test('go when nobody has them, and not before', async () => {
    const { role, userName } = await made(formOf('临时', ['staff:content']))
    const remove = { id: role.id, version: role.version }
    expect(await admin.post('/staff/role/remove', remove)).toMatchObject({ code: 409 })
    await site.services.db.update(account).set({ roles: [] }).where(eq(account.userName, userName))
    expect((await admin.post('/staff/role/remove', remove)).code).toBe(200)
    expect(await roleNamed('临时')).toBeUndefined()
  })

  test('are wrong all at once where several things are wrong', async () => {
    const form = formOf('管理员', ['staff:applications', 'staff:content'], { provinces: ['320000'] })
    expect(await admin.post('/staff/role/save', { form })).toMatchObject({
      code: 400,
      data: { fields: { name: '已有同名的角色', provinces: expect.stringContaining('“编写内容”不分地区') } },
    })
    expect(await admin.post('/staff/role/save', { form: formOf('空', []) })).toMatchObject({
      data: { fields: { permissions: expect.any(String) } },
    })
  })

  test('leave in the log what was changed, by whom', async () => {
    const { role } = await made(formOf('记录', ['staff:content']))
    await change(admin, role, { permissions: ['staff:content', 'staff:publish'] })
    const rows = await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.objectId, role.id))
      .orderBy(auditEvent.id)
    const [added, changed] = rows.filter(({ objectType }) => objectType === 'staffRole')
    expect(added).toMatchObject({ action: 'staffRole.add', actorName: 'admin', objectName: '记录' })
    expect(changed!.before).toEqual({ 权限: ['编写内容'] })
    expect(changed!.after).toEqual({ 权限: ['编写内容', '审核与发布内容'] })
  })
})

describe('the administrator', () => {
  test('keeps a role that nobody changes, retires or removes', async () => {
    const role = await roleNamed('管理员')
    expect(await change(admin, role, { permissions: ['staff:content'] })).toMatchObject({ code: 409 })
    expect(await change(admin, role, { status: 'retired' })).toMatchObject({ code: 409 })
    expect(await admin.post('/staff/role/remove', { id: role.id, version: role.version })).toMatchObject({ code: 409 })
  })

  test('confirms every change of a role with the password', async () => {
    await site.services.db.execute(`update session set confirmed_at = now() - interval '11 minutes'`)
    expect(await admin.post('/staff/role/save', { form: formOf('未确认', ['staff:content']) })).toMatchObject({
      code: 428,
    })
    await site.services.db.execute('update session set confirmed_at = now()')
  })
})

describe('who keeps accounts without being an administrator', () => {
  const invitation = (roles: string[]) => ({ userName: newUserName(), displayName: '王敏', roles })

  test('gives neither to a role nor to a colleague what they may not do themselves', async () => {
    const { holder, role } = await made(formOf('人事', ['staff:accounts', 'staff:content']))
    expect(await holder.post('/staff/role/save', { form: formOf('越权', ['staff:finance']) })).toMatchObject({
      code: 400,
      data: { fields: { permissions: '不能给出您自己没有的权限：管理会费与收款、查看会费与收款' } },
    })
    expect(await change(holder, role, { permissions: ['staff:accounts', 'staff:audit'] })).toMatchObject({ code: 400 })
    const gives = await holder.post('/staff/colleague/invite', invitation(['cashier']))
    expect(gives).toMatchObject({ data: { fields: { roles: expect.stringContaining('管理会费与收款') } } })
    // What the holder may grant still needs the approval of the administrator.
    expect((await holder.post('/staff/colleague/invite', invitation(['writer']))).code).toBe(202)
    expect((await holder.post('/staff/role/save', { form: formOf('小编', ['staff:content']) })).code).toBe(202)
  })

  test('neither changes, copies nor takes away a role that goes further', async () => {
    const empty = (await made(formOf('空岗', ['staff:audit']))).role
    const { holder } = await made(formOf('人事二', ['staff:accounts', 'staff:content']))
    const cashier = await roleNamed('财务')
    expect(await change(holder, cashier, { permissions: ['staff:content'] })).toMatchObject({ code: 403 })
    expect(await holder.post('/staff/role/remove', { id: empty.id, version: empty.version })).toMatchObject({
      code: expect.toBeOneOf([403, 409]),
    })
  })

  test('does nothing to the account of somebody who may do more: no password, no phone, no roles', async () => {
    const { holder } = await made(formOf('人事三', ['staff:accounts']))
    const [own] = await site.services.db.select().from(account).where(eq(account.userName, 'admin'))
    const one = { id: own!.id, version: own!.version }
    for (const act of ['reset', 'forgetTotp', 'endSessions'])
      expect(await holder.post(`/staff/colleague/${act}`, one), act).toMatchObject({ code: 403 })
    const saved = { ...one, displayName: '冒名', phone: '13900005555', roles: ['admin'] }
    expect(await holder.post('/staff/colleague/save', saved)).toMatchObject({ code: 403 })
    expect(await holder.post('/staff/colleague/disable', { ...one, reason: '试' })).toMatchObject({ code: 403 })
  })

  test('does not put back from the log what they could not give', async () => {
    const { role } = await made(formOf('往日', ['staff:finance', 'staff:content']))
    await change(admin, role, { permissions: ['staff:content'] })
    const { holder } = await made(formOf('人事四', ['staff:accounts', 'staff:content', 'staff:audit']))
    const rows = await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.objectId, role.id))
      .orderBy(auditEvent.id)
    const event = rows.find(({ action }) => action === 'staffRole.change')!
    expect(await holder.post('/staff/audit/restore', { id: event.id })).toMatchObject({
      code: 403,
      msg: expect.stringMatching(/双人复核/),
    })
    await dismissTestStaff(site)
    expect((await admin.post('/staff/audit/restore', { id: event.id })).code).toBe(200)
    expect((await roleNamed('往日')).values.permissions).toEqual(['staff:finance', 'staff:content'])
  })
})

test('of two who change the same role at once the second is told', async () => {
  const { role } = await made(formOf('两人', ['staff:content']))
  const answers = await Promise.all([
    change(admin, role, { permissions: ['staff:publish'] }),
    change(admin, role, { permissions: ['staff:training'] }),
  ])
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
})

test('a retired role is given to nobody, and who has it keeps it in the list', async () => {
  const { role, id, userName } = await made(formOf('旧岗', ['staff:content']))
  await change(admin, role, { status: 'retired' })
  const refused = { userName: newUserName(), displayName: '王敏', roles: [role.code] }
  expect(await admin.post('/staff/colleague/invite', refused)).toMatchObject({
    data: { fields: { roles: '“旧岗”已停用，不能再指派' } },
  })
  const kept = { id, version: 1, displayName: '李明', roles: [role.code, 'writer'] }
  expect((await admin.post('/staff/colleague/save', kept)).code).toBe(200)
  expect((await admin.get('/staff/colleague/list', { role: role.code })).data.list).toMatchObject([{ userName }])
})
