import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import { startApp } from '#test/support/app.ts'
import { asStaff, newAddress, newPhone, newUserName, PASSWORD, staffWith, textsTo } from '#test/support/make.ts'
import { by, byName, expectNarrowed, expectPicked, expectSorted, openRegister } from '#test/support/registers.ts'
import { account } from '../server/tables.ts'
import { makeEntryLink } from './server/entryLinks.ts'

setUpSite({ demo: true })

const admin = setUpStaff('admin')

const tokenIn = (link: string) => link.split('#')[1]!
const use = (token: string, more = {}) =>
  site.from(newAddress()).post('/staff/entry/use', { token, newPwd: PASSWORD, confirmPwd: PASSWORD, ...more })
const masked = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(-4)}`
const signIn = (userName: string) =>
  site.from(newAddress()).post('/staff/login', { account: userName, password: PASSWORD })
const detail = async (id: number) => (await admin.get('/staff/colleague/detail', { id })).data

async function invite(roles = ['reviewer']) {
  const userName = newUserName()
  const { data } = await admin.post('/staff/colleague/invite', { userName, displayName: '王敏', roles })
  return { userName, id: data.id as number, link: data.link as string }
}

describe('an administrator', () => {
  test('opens an account whose password only its owner chooses, once', async () => {
    const { userName, id, link } = await invite()
    expect((await detail(id)).hasPassword).toBe(false)
    const token = tokenIn(link)
    expect((await site.post('/staff/entry/check', { token })).data).toMatchObject({ purpose: 'invitation', userName })
    expect(await use(token, { confirmPwd: 'another' })).toMatchObject({
      data: { fields: { confirmPwd: expect.any(String) } },
    })
    const both = await Promise.all([use(token), use(token)])
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, expect.toBeOneOf([404, 409])])
    expect(await use(token)).toMatchObject({ code: 404 })
    expect(await signIn(userName)).toMatchObject({ data: { next: 'enrol' } })
  })

  test('names a phone and an address, which get the link, and changes them later', async () => {
    const userName = newUserName()
    const phone = newPhone()
    const asked = { userName, displayName: '王敏', phone, email: 'wangmin@example.com', roles: ['reviewer'] }
    const { id } = (await admin.post('/staff/colleague/invite', asked)).data
    expect((await textsTo(site, phone)).join()).toContain('/staff/')
    expect(await detail(id)).toMatchObject({ phone: masked(phone), email: asked.email })
    const { version } = await detail(id)
    const other = newPhone()
    const saved = { id, version, displayName: '王敏', phone: other, email: '', roles: ['reviewer'] }
    expect(await admin.post('/staff/colleague/save', { ...saved, email: '不是邮箱' })).toMatchObject({
      code: 400,
      data: { fields: { email: expect.any(String) } },
    })
    expect((await admin.post('/staff/colleague/save', saved)).code).toBe(200)
    expect(await detail(id)).toMatchObject({ phone: masked(other), email: null })
    const again = { ...saved, version: version + 1, email: 'wang@example.com' }
    expect((await admin.post('/staff/colleague/save', again)).code).toBe(200)
    expect(await detail(id)).toMatchObject({ email: again.email })
  })

  test('changes roles, and the next call goes by them', async () => {
    const userName = await staffWith(site, ['reviewer'])
    const colleague = await asStaff(site, userName)
    const [{ id }] = (await admin.get('/staff/colleague/list', { key: userName })).data.list
    expect((await colleague.get('/staff/review/list')).code).toBe(200)
    const saved = { id, version: 1, displayName: '李明', roles: ['writer'] }
    expect(await admin.post('/staff/colleague/save', saved)).toMatchObject({ data: { version: 2 } })
    expect((await colleague.get('/staff/review/list')).code).toBe(403)
    expect(await admin.post('/staff/colleague/save', saved)).toMatchObject({ code: 409 })
  })

  test('ends every session of an account that is disabled, and nobody signs in with it', async () => {
    const { userName, id, link } = await invite()
    await use(tokenIn(link))
    const colleague = await asStaff(site, userName)
    const { version } = await detail(id)
    expect(await admin.post('/staff/colleague/disable', { id, version })).toMatchObject({ code: 400 })
    await admin.post('/staff/colleague/disable', { id, version, reason: '调离' })
    expect(await colleague.get('/staff/me')).toMatchObject({ status: 550 })
    expect(await signIn(userName)).toMatchObject({ code: 403 })
    await admin.post('/staff/colleague/enable', { id, version: version + 1 })
    expect((await signIn(userName)).code).toBe(200)
  })

  test('starts a reset without ever knowing a password: the old one is worthless at once', async () => {
    const { userName, id, link } = await invite()
    await use(tokenIn(link))
    expect((await signIn(userName)).code).toBe(200)
    const { version } = await detail(id)
    const { data } = await admin.post('/staff/colleague/reset', { id, version })
    expect(await signIn(userName)).toMatchObject({ code: 400 })
    expect(tokenIn(data.link)).not.toBe(tokenIn(link))
    expect((await use(tokenIn(data.link))).code).toBe(200)
    expect((await signIn(userName)).code).toBe(200)
  })

  test('ends all sign-ins of a colleague, and lets them set up anew a second factor that is lost', async () => {
    const userName = await staffWith(site, ['reviewer'])
    const colleague = await asStaff(site, userName)
    const [{ id }] = (await admin.get('/staff/colleague/list', { key: userName })).data.list
    const ended = await admin.post('/staff/colleague/endSessions', { id, version: 1 })
    expect(ended).toMatchObject({ code: 200, data: { version: 2 } })
    expect(await colleague.get('/staff/me')).toMatchObject({ status: 550 })
    expect(await detail(id)).toMatchObject({ hasSecondFactor: true, sessions: [] })
    const forgotten = await admin.post('/staff/colleague/forgetTotp', { id, version: 2 })
    expect(forgotten).toMatchObject({ code: 200, data: { version: 3 } })
    expect(await detail(id)).toMatchObject({ hasSecondFactor: false, version: 3 })
  })

  test('cannot shut the last administrator out, nor two administrators each other at once', async () => {
    const own = (await admin.get('/staff/me')).data.id
    const { version } = await detail(own)
    expect(await admin.post('/staff/colleague/disable', { id: own, version, reason: '试' })).toMatchObject({
      code: 409,
    })
    const others = await Promise.all([staffWith(site, ['admin']), staffWith(site, ['admin'])])
    await site.services.db
      .update(account)
      .set({ roles: ['writer'] })
      .where(eq(account.id, own))
    const rows = await site.services.db.select().from(account)
    const [a, b] = others.map(name => rows.find(row => row.userName === name)!)
    const [asA, asB] = [await asStaff(site, others[0]!), await asStaff(site, others[1]!)]
    const disable = (by: typeof asA, of: typeof a) =>
      by.post('/staff/colleague/disable', { id: of!.id, version: of!.version, reason: '争执' })
    const answers = await Promise.all([disable(asA, b), disable(asB, a)])
    expect(answers.filter(({ code }) => code === 200).length).toBeLessThanOrEqual(1)
    const left = await site.services.db.select().from(account).where(eq(account.status, 'active'))
    expect(left.filter(({ roles }) => roles.includes('admin')).length).toBeGreaterThanOrEqual(1)
    await site.services.db
      .update(account)
      .set({ roles: ['admin'] })
      .where(eq(account.id, own))
  })
})

test('colleagues are found by name, role and state, sorted, and leave as a workbook, with a line in the log', async () => {
  const { db } = site.services
  const { data } = await admin.get('/staff/colleague/list', { role: 'cashier' })
  expect(data.list).toMatchObject([{ userName: 'cashier', roleNames: ['财务'], phone: '139****0014' }])
  const gone = await staffWith(site, ['writer'])
  await db
    .update(account)
    .set({ status: 'disabled', displayName: '王敏', totpSince: null, lastSignedInAt: new Date('2026-01-05T08:00:00Z') })
    .where(eq(account.userName, gone))
  const userName = await staffWith(site, ['admin'])
  const register = await openRegister(site, '/staff/colleague', userName)
  await expectNarrowed(register, [
    [{ key: gone }, row => row.userName === gone],
    [{ key: '王敏' }, row => row.displayName === '王敏'],
    [{ role: 'cashier' }, row => row.roles.includes('cashier')],
    [{ status: 'active' }, row => row.status === 'active'],
  ])
  const { rows } = await register.list()
  expect(rows.at(-1)).toMatchObject({
    userName: gone,
    cells: { statusName: '停用', lastSignedInAt: '2026-01-05 16:00' },
  })
  await expectSorted(
    register,
    {},
    {
      displayName: byName(row => row.displayName),
      userName: by(row => row.userName),
      hasSecondFactor: by(row => Number(row.hasSecondFactor)),
      lastSignedInAt: by(row => row.lastSignedInAt ?? ''),
    },
  )
  await expectPicked(register, { sort: 'userName', columns: 'displayName,userName' })
  const [line] = await register.workbook({ role: 'cashier' })
  expect(Object.keys(line!)).toEqual(['用户名', '姓名', '角色', '状态', '两步验证', '最近登录'])
  expect(line).toMatchObject({ 用户名: 'cashier', 角色: '财务', 状态: '在用' })
  const [own] = await db.select().from(account).where(eq(account.userName, userName))
  const lines = await db.select().from(auditEvent).where(eq(auditEvent.actorId, own!.id)).orderBy(auditEvent.id)
  expect(lines.at(-1)).toMatchObject({ action: 'colleague.export', detail: { role: 'cashier', rows: 1 } })
})

test('the first administrator comes by a link, of an association that has no staff yet', async () => {
  const empty = await startApp()
  const link = await makeEntryLink({ ...empty.services, now: new Date() }, { purpose: 'first' })
  const token = tokenIn(link)
  const first = { token, newPwd: PASSWORD, confirmPwd: PASSWORD, displayName: '关毅' }
  expect(await empty.post('/staff/entry/use', { ...first, userName: '1' })).toMatchObject({
    data: { fields: { userName: expect.any(String) } },
  })
  const answers = await Promise.all(
    ['guanyi', 'another'].map(userName => empty.post('/staff/entry/use', { ...first, userName })),
  )
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, expect.toBeOneOf([404, 409])])
  const staff = await empty.services.db.select().from(account)
  expect(staff.map(({ roles }) => roles)).toEqual([['admin']])
  expect((await empty.post('/staff/entry/check', { token })).code).toBe(404)
  await empty.close()
})

test('everyone of the staff sees which role may do what, as the server goes by it', async () => {
  const writer = await asStaff(site, await staffWith(site, ['writer']))
  const { data } = await writer.get('/staff/permission/list')
  expect(data.endpoints).toContainEqual(
    expect.objectContaining({ key: 'POST /staff/colleague/disable', who: 'staff:accounts', confirm: true }),
  )
  expect(data.roles.find(({ code }: { code: string }) => code === 'auditor').may).toContain('staff:audit')
})
