import excel from '@protobi/exceljs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '#lib/server/api/context.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { expectSorted, by as inOrderOf, openRegister } from '#test/support/registers.ts'
import { record, recordChange } from './server/record.ts'
import { defineRestorable, type FormerState } from './server/restoring.ts'

let auditor: Awaited<ReturnType<typeof asStaff>>
let admin: Awaited<ReturnType<typeof asStaff>>
const restored: FormerState[] = []

setUpSite()

beforeAll(async () => {
  auditor = await asStaff(site, await staffWith(site, ['auditor']))
  admin = await asStaff(site, await staffWith(site, ['admin']))
  defineRestorable('gauge', {
    permission: 'staff:site',
    restore: async (_, former) => {
      restored.push(former)
    },
  })
})

const by = (userName: string, address = '10.1.0.1', at = '2026-03-05T10:00:00+08:00') => {
  const staff: Actor = { kind: 'staff', accountId: 7, userName, tokenHash: '-', permissions: [] }
  const headers = { userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/130 Safari/537' }
  return { db: site.services.db, now: new Date(at), actor: staff, address, headers }
}
const listed = async (filters: Record<string, string | number>) => {
  const { data } = await auditor.get('/staff/audit/list', { pageSize: 100, ...filters })
  return data.list
}
const change = (userName: string, objectId: number, before: object, after: object, at?: string) =>
  recordChange(by(userName, '10.1.0.2', at), {
    action: 'gauge.edit',
    objectType: 'gauge',
    objectId,
    objectName: `压力表 ${objectId}`,
    before: { ...before },
    after: { ...after },
  })

describe('the list', () => {
  test('says in Chinese who did what, when and from which device, newest first', async () => {
    await record(by('ranxinghe'), { action: 'account.changePassword', objectType: 'account', objectId: 3 })
    const [line] = await listed({ actor: 'ranxinghe' })
    expect(line).toMatchObject({
      actionName: '修改密码',
      groupName: '账号与登录',
      objectTypeName: '账号',
      route: '/staff/accounts/3',
      at: '2026-03-05T10:00:00+08:00',
      device: 'Chrome（Windows）',
      address: '10.1.0.1',
    })
  })

  test('is narrowed by day, person, kind of act, record, words and address, all at once', async () => {
    const at = (day: string) => `${day}T23:30:00+08:00`
    for (const day of ['2026-02-01', '2026-02-02', '2026-02-03'])
      await record(by('lilei', '10.9.9.9', at(day)), { action: 'privacy.export', objectName: `水质报告 ${day}` })
    const days = async (filters: object) =>
      (await listed({ actor: 'lilei', ...filters })).map(({ at }: { at: string }) => at.slice(0, 10))
    expect(await days({})).toEqual(['2026-02-03', '2026-02-02', '2026-02-01'])
    expect(await days({ from: '2026-02-02', to: '2026-02-02' })).toEqual(['2026-02-02'])
    expect(await days({ words: '质报', group: 'privacy', address: '10.9.9.9' })).toHaveLength(3)
    expect(await days({ words: '质报', to: '2026-02-01' })).toEqual(['2026-02-01'])
    for (const nothing of [{ words: '蒸汽' }, { words: '！' }, { group: 'account' }, { address: '10.9.9.8' }])
      expect(await days(nothing)).toEqual([])
    await change('lilei', 41, { limit: 1 }, { limit: 2 })
    expect(await listed({ objectType: 'gauge', objectId: 41 })).toHaveLength(1)
  })

  test('finds a change by what it was changed from or to', async () => {
    await change('wangfang', 42, { unit: '兆帕' }, { unit: '千克力' })
    expect(await listed({ words: '兆帕' })).toHaveLength(1)
    expect(await listed({ words: '千克力' })).toHaveLength(1)
  })

  test('leaves as a workbook with the same filters, and that is a line itself', async () => {
    await record(by('export'), { action: 'account.signIn', objectName: '=1+1' })
    const response = await site.app.inject({
      url: '/api/staff/audit/export?actor=export',
      headers: { ...(await cookieOf()), 'sec-fetch-site': 'same-origin' },
    })
    const book = new excel.Workbook()
    await book.xlsx.load(response.rawPayload as never)
    const sheet = book.worksheets[0]!
    expect(sheet.rowCount).toBe(2)
    expect(sheet.getRow(2).getCell(7).value).toBe('=1+1')
    expect(await listed({ group: 'audit' })).toMatchObject([{ actionName: '导出审计日志' }])
  })

  test('is sorted by its time, and its workbook has the same lines, columns and order', async () => {
    for (const day of ['2026-04-02', '2026-04-01', '2026-04-03'])
      await record(by('sorter', `10.2.0.${day.at(-1)}`, `${day}T09:00:00+08:00`), {
        action: 'account.signIn',
        objectType: 'account',
        objectId: Number(day.at(-1)),
        objectName: `报表${day}`,
      })
    const register = await openRegister(site, '/staff/audit', await staffWith(site, ['auditor']))
    const actor = 'sorter'
    await expectSorted(register, { actor }, { at: inOrderOf(row => row.at) })
    const days = async (query: object) => (await register.workbook({ actor, ...query })).map(row => row.对象名称)
    expect(await days({})).toEqual(['报表2026-04-03', '报表2026-04-02', '报表2026-04-01'])
    expect(await days({ from: '2026-04-02', to: '2026-04-02' })).toEqual(['报表2026-04-02'])
    expect(await days({ address: '10.2.0.1' })).toEqual(['报表2026-04-01'])
    expect(await days({ objectType: 'account', objectId: 2, words: '报表' })).toEqual(['报表2026-04-02'])
    for (const nothing of [{ group: 'privacy' }, { words: '蒸汽' }, { objectType: 'gauge' }])
      expect(await days(nothing)).toEqual([])
    const [line] = await register.workbook({ actor })
    expect(line).toMatchObject({ 操作人: actor, 操作: '登录', 对象: '账号', 来源地址: '10.2.0.3' })
    expect(Object.keys(line!)).toHaveLength(15)
    const view = { register: 'audit', name: '报表', query: 'words=%E6%8A%A5%E8%A1%A8' }
    expect(await auditor.post('/staff/view/save', view)).toMatchObject({ code: 400, msg: /个人信息/ })
  })
})

describe('a change', () => {
  test('is shown with both values, and can be undone by who may edit that kind of record', async () => {
    await change('editor', 1, { num: 12, isShown: true }, { num: 21, isShown: true })
    const [line] = await listed({ objectType: 'gauge', objectId: 1 })
    const { data } = await admin.get('/staff/audit/detail', { id: line.id })
    expect(data).toMatchObject({ changes: [{ before: '12', after: '21' }], restorable: 'yes', changedSince: null })
    expect(await admin.post('/staff/audit/restore', { id: line.id })).toMatchObject({ code: 200 })
    expect(restored.at(-1)).toEqual({ objectId: 1, objectName: '压力表 1', before: { num: 12 } })
  })

  test('is not undone by an auditor, who may only look', async () => {
    await change('editor', 2, { num: 1 }, { num: 2 })
    const [line] = await listed({ objectType: 'gauge', objectId: 2 })
    expect((await auditor.get('/staff/audit/detail', { id: line.id })).data.restorable).toBe('noPermission')
    expect(await auditor.post('/staff/audit/restore', { id: line.id })).toMatchObject({ code: 403, msg: /权限/ })
  })

  test('that somebody has changed again since is undone only by who has seen that', async () => {
    await change('editor', 3, { num: 1 }, { num: 2 }, '2026-03-05T10:00:00+08:00')
    await change('hanmeimei', 3, { num: 2 }, { num: 3 }, '2026-03-05T10:32:00+08:00')
    await change('other', 3, { title: 'a' }, { title: 'b' })
    const lines = await listed({ objectType: 'gauge', objectId: 3, actor: 'editor' })
    const [{ id }] = lines
    const { data: shown } = await admin.get('/staff/audit/detail', { id })
    expect(shown.changedSince).toEqual({ by: 'hanmeimei', at: '2026-03-05T10:32:00+08:00' })
    const refused = await admin.post('/staff/audit/restore', { id })
    expect(refused).toMatchObject({ code: 409, msg: /hanmeimei 于 2026-03-05 10:32/ })
    expect(await admin.post('/staff/audit/restore', { id, overwrite: true })).toMatchObject({ code: 200 })
    expect(restored.at(-1)).toMatchObject({ objectId: 3, before: { num: 1 } })
  })

  test('of a kind that nobody can restore, and a line that is no change, are refused', async () => {
    await record(by('x'), { action: 'account.signIn', objectType: 'gauge', objectId: 9 })
    const [line] = await listed({ objectType: 'gauge', objectId: 9 })
    expect(await admin.post('/staff/audit/restore', { id: line.id })).toMatchObject({ code: 400 })
    expect(await admin.post('/staff/audit/restore', { id: 999_999 })).toMatchObject({ code: 404 })
  })
})

async function cookieOf() {
  const { staffSession } = await import('#test/support/make.ts')
  return staffSession(site, await staffWith(site, ['auditor']))
}

test('the program is called so', async () => {
  const ctx = site.ctx()
  await record(ctx, { action: 'audit.retire', detail: { lines: 3 } })
  expect((await listed({ words: '系统' }))[0]).toMatchObject({ actorName: '系统', actionName: '清理到期日志' })
})
