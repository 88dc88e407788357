import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { openRegister } from '#test/support/registers.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })

type Staff = Awaited<ReturnType<typeof asStaff>>
type Row = { id: number; name: string; status: string; levelCode: number; register: string; number: string }
type Result = {
  id: number
  done: boolean
  message: string
  before?: { levelCode: number; validTo: string | null } | null
}
let admin: Staff
beforeAll(async () => {
  admin = await asStaff(site, 'admin')
})

const rowsOf = async (path: string, query: Record<string, string | number>): Promise<Row[]> =>
  (await admin.get(`${path}/list`, { pageSize: 100, ...query })).data.list
const lines = (action: string, id: number) =>
  site.services.db
    .select()
    .from(auditEvent)
    .where(and(eq(auditEvent.action, action), eq(auditEvent.objectId, id)))
const stated = { effectiveOn: '2026-01-31', reason: '理事会决议' }

describe('many members', () => {
  const bulk = (by: Staff, given: object) => by.post<Result[]>('/staff/member/bulk', { ...stated, ...given })
  const statusOf = async (id: number) => (await admin.get('/staff/member/detail', { id })).data.status

  test('are suspended and restored, each by its own state, with a line in the log for each', async () => {
    const [first, second] = await rowsOf('/staff/member', { status: 'active', kind: 'organisation' })
    const [gone] = await rowsOf('/staff/member', { status: 'ended' })
    const ids = [first!.id, second!.id, gone!.id, 999_999]
    const { data } = await bulk(admin, { ids, action: 'suspend' })
    expect(data).toMatchObject([
      { id: first!.id, done: true, message: '已暂停' },
      { id: second!.id, done: true, message: '已暂停' },
      { id: gone!.id, done: false, message: expect.stringContaining('不能暂停'), before: null },
      { id: 999_999, done: false, message: '没有这个会员', before: null },
    ])
    expect(await statusOf(first!.id)).toBe('suspended')
    for (const { id } of [first!, second!])
      expect(await lines('member.suspend', id)).toMatchObject([{ detail: { reason: '理事会决议' } }])
    const back = await bulk(admin, { ids: ids.slice(0, 2), action: 'resume' })
    expect(back.data.map(({ done }) => done)).toEqual([true, true])
    expect(await statusOf(second!.id)).toBe('active')
  })

  test('change their level, but for those that have it or are of another kind, and go back to the one they had', async () => {
    const members = await rowsOf('/staff/member', { status: 'active', kind: 'organisation' })
    const [person] = await rowsOf('/staff/member', { status: 'active', kind: 'person' })
    const one = members[0]!
    const other = members.find(({ levelCode }) => levelCode !== one.levelCode)!
    const ids = [one.id, other.id, person!.id]
    const { data } = await bulk(admin, { ids, action: 'level', levelCode: other.levelCode })
    expect(data).toMatchObject([
      { done: true, before: { levelCode: one.levelCode } },
      { done: false, message: expect.stringContaining('级别没有变化') },
      { done: false, message: expect.stringContaining('不是个人会员的级别') },
    ])
    const levelOf = async () => (await admin.get('/staff/member/detail', { id: one.id })).data.levelCode
    expect(await levelOf()).toBe(other.levelCode)
    await bulk(admin, { ids: [one.id], action: 'level', levelCode: data[0]!.before!.levelCode })
    expect(await levelOf()).toBe(one.levelCode)
  })

  test('get another term, and the answer says which they had', async () => {
    const [one] = await rowsOf('/staff/member', { status: 'active', kind: 'organisation' })
    const termOf = async () => (await admin.get('/staff/member/detail', { id: one!.id })).data.validTo
    const before = await termOf()
    const given = { ids: [one!.id], action: 'validity' }
    expect((await bulk(admin, { ...given, validTo: '2031-12-31' })).data).toMatchObject([
      { done: true, before: { validTo: before } },
    ])
    expect(await termOf()).toBe('2031-12-31')
    expect((await bulk(admin, { ...given, validTo: before })).data[0]).toMatchObject({ done: true })
    expect(await termOf()).toBe(before)
  })

  test('what is wrong for all of them is said once, beside its field, and nothing is done', async () => {
    const [one] = await rowsOf('/staff/member', { status: 'active', kind: 'organisation' })
    const ids = [one!.id]
    expect(await bulk(admin, { ids, action: 'level' })).toMatchObject({
      code: 400,
      data: { fields: { levelCode: expect.any(String) } },
    })
    expect(await bulk(admin, { ids, action: 'validity', validTo: '2020-01-01' })).toMatchObject({
      code: 400,
      data: { fields: { validTo: '不能早于生效日期' } },
    })
    const future = { effectiveOn: '2999-01-01' }
    expect(await bulk(admin, { ids, action: 'suspend', ...future })).toMatchObject({ code: 400 })
    expect(
      await admin.post('/staff/certificate/bulk', { ...stated, ids, action: 'suspended', ...future }),
    ).toMatchObject({
      code: 400,
      data: { fields: { effectiveOn: '不能晚于今天' } },
    })
    expect(await statusOf(one!.id)).toBe('active')
  })

  test('not without a reason, not more than a hundred, not expelled, and not by whoever does not keep them', async () => {
    const ids = [1]
    expect(await bulk(admin, { ids, action: 'suspend', reason: '' })).toMatchObject({ code: 400 })
    expect(await bulk(admin, { ids, action: 'expel' })).toMatchObject({ code: 400 })
    const many = Array.from({ length: 101 }, (_, i) => i + 1)
    expect(await bulk(admin, { ids: many, action: 'suspend' })).toMatchObject({ code: 400 })
    const cashier = await asStaff(site, 'cashier')
    expect(await bulk(cashier, { ids, action: 'suspend' })).toMatchObject({ code: 403 })
  })
})

test('many certificates are suspended and restored; those that follow something else say where', async () => {
  const bulk = (given: object) => admin.post<Result[]>('/staff/certificate/bulk', { ...stated, ...given })
  const [first, second] = await rowsOf('/staff/certificate', { status: 'valid', register: 'qualification' })
  const [members] = await rowsOf('/staff/certificate', { status: 'valid', register: 'membership' })
  const ids = [first!.id, second!.id, members!.id]
  expect((await bulk({ ids, action: 'suspended' })).data).toEqual([
    { id: first!.id, done: true, message: expect.stringContaining('暂停') },
    { id: second!.id, done: true, message: expect.stringContaining('暂停') },
    { id: members!.id, done: false, message: expect.stringContaining('会员详情') },
  ])
  expect(await lines('certificate.suspended', second!.id)).toHaveLength(1)
  expect((await admin.get('/staff/certificate/detail', { id: first!.id })).data.status).toBe('suspended')
  const back = await bulk({ ids: ids.slice(0, 2), action: 'resumed' })
  expect(back.data.map(({ done }) => done)).toEqual([true, true])
  expect(await bulk({ ids, action: 'revoked' })).toMatchObject({ code: 400 })
})

describe.each(['/staff/member', '/staff/organisation', '/staff/person', '/staff/certificate'])('of %s', path => {
  test('those that were picked out leave as a workbook, in the order of the list', async () => {
    const { list, workbook } = await openRegister(site, path)
    const { rows, columns } = await list()
    const picked = [rows[3]!, rows[1]!]
    const ids = picked.map(({ id }) => id).join(',')
    const first = columns[0]!
    const sheet = await workbook({ ids })
    expect(sheet.map(row => row[first.heading])).toEqual([rows[1]!, rows[3]!].map(({ cells }) => cells[first.key]))
    expect(await workbook({ ids: picked[0]!.id })).toHaveLength(1)
    expect(await admin.get(`${path}/export`, { ids: '1,x' })).toMatchObject({ code: 400 })
  })
})

describe('a message to those that were picked out', () => {
  const audience = async (query: Record<string, string | number>) =>
    (await admin.get('/staff/mailing/audience', query)).data

  test.each([
    ['member', { key: '清源' }, '所选的 1 个会员'],
    ['organisation', { key: '清源' }, '所选的 1 家单位'],
    ['person', { key: '张伟' }, '所选的 1 人'],
    ['certificate', { key: '清源', register: 'qualification' }, '所选的 1 张证书的持证者'],
  ])('of %s reaches the accounts behind them, counted before', async (register, query, words) => {
    const [one] = await rowsOf(`/staff/${register}`, query)
    expect(await audience({ register, ids: one!.id })).toMatchObject({ people: 1, phones: 1, words })
    expect(await audience({ register, ids: 999_999 })).toMatchObject({ people: 0 })
    const message = { register, ids: String(one!.id), title: '核对资料', content: '请核对贵单位的资料。' }
    expect(await admin.post('/staff/mailing/send', { ...message, expected: 2 })).toMatchObject({ code: 409 })
    expect(await admin.post('/staff/mailing/send', { ...message, expected: 1 })).toMatchObject({ code: 200 })
    const [sent] = (await admin.get('/staff/mailing/list')).data.list
    expect(sent).toMatchObject({ audience: words, total: 1 })
  })

  test('is another one in another register, and of none where there is no such register', async () => {
    const counted = await Promise.all(['member', 'person'].map(register => audience({ register, ids: '1' })))
    expect(new Set(counted.map(({ words }) => words)).size).toBe(2)
    const ask = (query: Record<string, string>) => admin.get('/staff/mailing/audience', query)
    expect(await ask({ register: 'nonsense', ids: '1' })).toMatchObject({ code: 400 })
    expect(await ask({ register: 'member' })).toMatchObject({ code: 400 })
  })

  test('is written by whoever may see the register', async () => {
    const form = { name: '消息专员', permissions: ['staff:messages'], status: 'open' }
    const { data } = await admin.post('/staff/role/save', { form })
    const roles: { id: number; code: string }[] = (await admin.get('/staff/role/list')).data.list
    const writer = await asStaff(site, await staffWith(site, [roles.find(({ id }) => id === data.id)!.code]))
    const ask = (query: Record<string, string>) => writer.get('/staff/mailing/audience', query)
    expect(await ask({ register: 'member', ids: '1' })).toMatchObject({ code: 403 })
    expect(await ask({ provinceCode: '110000' })).toMatchObject({ code: 200 })
  })
})
