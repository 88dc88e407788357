import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import {
  advanceTime,
  asStaff,
  codeFor,
  newAddress,
  PASSWORD,
  signUp,
  staffSession,
  staffWith,
  textsTo,
} from '#test/support/make.ts'
import { by, byName, expectNarrowed, expectPicked, expectSorted, openRegister } from '#test/support/registers.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { account, session } from '../server/tables.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })

const staff = setUpStaff('admin')

const detailOf = async (id: number) => (await staff.get('/staff/account/detail', { id })).data
const act = async (id: number, what: string, over: object = {}) => {
  const { version } = await detailOf(id)
  return staff.post(`/staff/account/${what}`, { id, version, reason: '单位来电要求', ...over })
}
const signIn = (userName: string, password = PASSWORD) =>
  site.from(newAddress()).post('/login', { account: userName, password })

test('the list has members only, with phones in part, and finds by name, phone and credit code', async () => {
  const one = await signUp(site)
  const list = async (query: object) => (await staff.get('/staff/account/list', query as never)).data
  expect((await list({ pageSize: 100 })).list.some((row: { userName: string }) => row.userName === 'admin')).toBe(false)
  for (const key of [one.userName, one.orgName, one.phone, one.creditCode])
    expect((await list({ key })).list).toMatchObject([
      { id: one.accountId, phone: expect.stringMatching(/^139\*{4}\d{4}$/) },
    ])
  expect((await list({ key: one.userName, kind: 'person' })).total).toBe(0)
  expect((await list({ key: '%' })).total).toBe(0)
})

test('the list is narrowed and sorted, and leaves as a workbook as it stands there', async () => {
  const one = await signUp(site)
  await site.services.db
    .update(account)
    .set({ status: 'frozen', lastSignedInAt: new Date('2026-01-05T08:00:00Z') })
    .where(eq(account.id, one.accountId))
  const register = await openRegister(site, '/staff/account', await staffWith(site, ['admin']))
  await expectNarrowed(register, [
    [{ key: one.phone }, row => row.id === one.accountId],
    [{ key: one.orgName! }, row => row.displayName === one.orgName],
    [{ kind: 'person' }, row => row.kind === 'person'],
    [{ status: 'frozen' }, row => row.status === 'frozen'],
    [{ seenFrom: '2026-01-06' }, row => row.lastSignedInAt !== null && row.lastSignedInAt.slice(0, 10) > '2026-01-05'],
    [{ seenTo: '2026-01-05' }, row => row.lastSignedInAt !== null && row.lastSignedInAt.slice(0, 10) <= '2026-01-05'],
  ])
  await expectSorted(
    register,
    { columns: 'userName,displayName,lastSignedInAt,createdAt' },
    {
      userName: by(row => row.userName),
      displayName: byName(row => row.displayName),
      lastSignedInAt: by(row => row.lastSignedInAt ?? ''),
      createdAt: by(row => row.createdAt),
    },
  )
  await expectPicked(register)
  const [line] = await register.workbook({ key: one.userName })
  expect(line).toEqual({
    用户名: one.userName,
    单位或姓名: one.orgName,
    类型: '单位',
    状态: '冻结',
    '手机（部分）': expect.stringMatching(/^139\*{4}\d{4}$/),
    最近登录: '2026-01-05 16:00',
    注册于: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
  })
  const view = { register: 'account', name: '一人', query: `key=${one.phone}` }
  expect(await staff.post('/staff/view/save', view)).toMatchObject({ code: 400 })
})

test('the account of a person leads to the record of the same person', async () => {
  const [{ id }] = (await staff.get('/staff/account/list', { key: 'zhangwei' })).data.list
  const { personId, displayName } = await detailOf(id)
  const { list } = (await staff.get('/staff/person/list', { key: displayName, pageSize: 100 })).data
  expect(list).toContainEqual(expect.objectContaining({ id: personId, name: displayName }))
})

test('an account that is disabled is out at its next call, which says so, and cannot come in again', async () => {
  const one = await signUp(site)
  expect((await one.api.get('/member/account')).code).toBe(200)
  expect((await act(one.accountId, 'disable', { reason: '冒用单位名义注册' })).code).toBe(200)
  expect(await one.api.get('/member/account')).toMatchObject({ status: 550, msg: expect.stringContaining('协会') })
  expect(await signIn(one.userName)).toMatchObject({ code: 403, msg: expect.stringContaining('停用') })
  expect((await textsTo(site, one.phone))[0]).toContain('冒用单位名义注册')
  expect(await detailOf(one.accountId)).toMatchObject({
    status: 'disabled',
    sessions: [],
    history: [{ actionName: expect.stringContaining('停用'), reason: '冒用单位名义注册', actorName: '关毅' }],
  })
  expect((await act(one.accountId, 'enable')).code).toBe(200)
  expect((await signIn(one.userName)).code).toBe(200)
})

test('sign-ins that are ended are over at the next call, and the owner may sign in again', async () => {
  const one = await signUp(site)
  await signIn(one.userName)
  expect((await detailOf(one.accountId)).sessions).toHaveLength(2)
  expect((await act(one.accountId, 'endSessions')).data).toMatchObject({ ended: 2 })
  expect((await one.api.get('/member/account')).status).toBe(550)
  expect((await signIn(one.userName)).code).toBe(200)
})

test('a reset makes the old password worthless; only who holds the phone chooses another', async () => {
  const one = await signUp(site)
  expect((await act(one.accountId, 'reset')).code).toBe(200)
  expect((await one.api.get('/member/account')).status).toBe(550)
  expect((await signIn(one.userName)).code).toBe(400)
  expect((await detailOf(one.accountId)).mustReset).toBe(true)
  expect((await textsTo(site, one.phone))[0]).toContain('/admin/login/forgot')
  await advanceTime(site, 2)
  const newPwd = '锅炉水要先软化 9'
  const code = await codeFor(site, { scene: 'reset', phone: one.phone })
  const given = { phone: one.phone, code, newPwd, confirmPwd: newPwd, creditCode: one.creditCode }
  expect((await site.from(newAddress()).post('/pwd/resetByCode', given)).code).toBe(200)
  expect((await signIn(one.userName, newPwd)).code).toBe(200)
  expect((await detailOf(one.accountId)).mustReset).toBe(false)
})

describe('an act on an account', () => {
  test('of two at once is done once, and the other is told by whom', async () => {
    const one = await signUp(site)
    const other = await asStaff(site, await staffWith(site, ['admin']))
    const { version } = await detailOf(one.accountId)
    const given = { id: one.accountId, version, reason: '同时处理' }
    const answers = await Promise.all([
      staff.post('/staff/account/disable', given),
      other.post('/staff/account/disable', given),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(answers.find(({ code }) => code === 409)!.msg).toMatch(/^已由 \S+ 于/)
  })

  test('needs a reason and a fitting state, is never about staff, and is for the administrator', async () => {
    const one = await signUp(site)
    expect((await act(one.accountId, 'disable', { reason: '' })).data.fields).toHaveProperty('reason')
    expect((await act(one.accountId, 'enable')).code).toBe(409)
    const [colleague] = await site.services.db.select().from(account).where(eq(account.userName, 'editor'))
    expect((await staff.get('/staff/account/detail', { id: colleague!.id })).code).toBe(404)
    const given = { id: colleague!.id, version: 1, reason: '试一试' }
    expect((await staff.post('/staff/account/disable', given)).code).toBe(404)
    const secretary = await asStaff(site, await staffWith(site, ['secretary']))
    expect((await secretary.get('/staff/account/list')).code).toBe(403)
  })

  test('stands in the log with its reason, and no phone in it', async () => {
    const one = await signUp(site)
    await act(one.accountId, 'reset')
    const lines = await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.objectId, one.accountId))
      .orderBy(auditEvent.id)
    expect(lines.find(({ action }) => action === 'account.startReset')).toMatchObject({
      detail: { reason: '单位来电要求' },
    })
    expect(JSON.stringify(lines)).not.toContain(one.phone)
  })
})

test('all accounts leave the house only after the password, and the log has the filter and how many they were', async () => {
  const { db } = site.services
  const userName = await staffWith(site, ['admin'])
  const headers = { ...(await staffSession(site, userName)), 'sec-fetch-site': 'same-origin' }
  const [own] = await db.select().from(account).where(eq(account.userName, userName))
  const url = '/api/staff/account/export?kind=person'
  const confirmedAt = (at: Date) => db.update(session).set({ confirmedAt: at }).where(eq(session.accountId, own!.id))
  const lines = () => db.select().from(auditEvent).where(eq(auditEvent.actorId, own!.id))
  await confirmedAt(new Date(Date.now() - 11 * 60_000))
  expect((await site.app.inject({ url, headers })).json()).toMatchObject({ code: 428 })
  expect(await lines()).toEqual([])
  await confirmedAt(new Date())
  expect((await site.app.inject({ url, headers })).headers['content-type']).toContain('spreadsheet')
  const rows = await db.$count(account, eq(account.kind, 'person'))
  expect(await lines()).toMatchObject([{ action: 'account.export', detail: { kind: 'person', rows } }])
  const everybody = await site.app.inject({ url: '/api/staff/account/export', headers })
  const companies = await db.$count(account, eq(account.kind, 'organisation'))
  expect(textsOf(await sheetOf(everybody.rawPayload))).toHaveLength(1 + rows + companies)
})
