import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { advanceTime, asStaff, newPhone, PASSWORD, signUp, signUpComplete, staffWith } from '#test/support/make.ts'
import { hashPassword } from './server/passwords.ts'
import { purgeAccounts } from './server/purge.ts'
import { hashToken } from './server/sessions.ts'
import { account, attempt, session } from './server/tables.ts'

setUpSite()

async function openSession(
  of: { kind?: 'staff'; idleMinutes?: number; endedBy?: 'association'; status?: 'disabled' } = {},
) {
  const token = randomBytes(16).toString('hex')
  const { db } = site.services
  const userName = `u${token.slice(0, 8)}`
  const [row] = await db
    .insert(account)
    .values({ kind: of.kind ?? 'person', userName, displayName: userName, passwordHash: '-', status: of.status })
    .returning()
  const seenAt = new Date(Date.now() - (of.idleMinutes ?? 0) * 60_000)
  await db.insert(session).values({ tokenHash: hashToken(token), accountId: row!.id, seenAt, endedBy: of.endedBy })
  return { token, userName }
}

const info = (token?: string) => site.as(token).get('/member/info')

const signInWith = async ({ userName, password }: { userName: string; password: string }, userAgent: string) => {
  const headers = { 'user-agent': userAgent }
  const payload = { account: userName, password }
  const answer = await site.app.inject({ method: 'POST', url: '/api/login', payload, headers })
  return answer.json().data.token as string
}
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const WECHAT = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 MicroMessenger/8.0.50'

test('a member who is signed in is greeted by name, until signing out', async () => {
  const { token, userName } = await openSession()
  expect(await info(token)).toMatchObject({ status: 200, code: 200, data: { userName } })
  await site.as(token).post('/logout', {})
  expect(await info(token)).toMatchObject({ status: 401, code: 401, msg: '您已退出登录，请重新登录' })
})

test('who is not signed in any more is told why: signed out from another device, a new password, too long ago', async () => {
  const member = await signUp(site)
  const [here, there, third] = [member.token, await signInWith(member, CHROME), await signInWith(member, WECHAT)]
  const { data } = await site.as(here).get('/member/session/list')
  const other = data.find(({ device }: { device: string }) => device === 'Chrome（Windows）')
  await site.as(here).post('/member/session/end', { id: other.id })
  expect((await info(there)).msg).toBe('您已在另一台设备上退出了这里的登录，请重新登录')
  const next = '冬天停炉要保养 2'
  await site.as(here).post('/member/changePwd', { oldPwd: member.password, newPwd: next, confirmPwd: next })
  expect((await info(third)).msg).toBe('账号的密码或手机号已更改，这里的登录已退出，请重新登录')
  expect((await info((await openSession({ idleMinutes: 31 })).token)).msg).toBe('登录已过期，请重新登录')
  expect((await info('nobody’s')).msg).toBe('请先登录')
})

test.each([undefined, '', 'anonymous', 'null', 'undefined', 'x'.repeat(5000)])(
  '%j in place of a token means nobody',
  async token => {
    const headers = token === undefined ? {} : { token }
    const closed = await site.app.inject({ url: '/api/member/info', headers })
    expect(closed.statusCode).toBe(401)
    const open = await site.app.inject({ url: '/api/catalog', headers })
    expect(open.json().code).toBe(200)
  },
)

test('half an hour without use ends a session; of staff a quarter locks it, and four hours end it', async () => {
  const me = async (idleMinutes: number) => {
    const { token } = await openSession({ kind: 'staff', idleMinutes })
    return site.as({ cookie: `staff=${token}` }).get('/staff/me')
  }
  expect(await me(14)).toMatchObject({ code: 200 })
  expect(await me(16)).toMatchObject({ code: 423, data: null })
  expect(await me(239)).toMatchObject({ code: 423 })
  expect(await me(241)).toMatchObject({ status: 401 })
  expect(await info((await openSession({ idleMinutes: 29 })).token)).toMatchObject({ code: 200 })
  expect(await info((await openSession({ idleMinutes: 31 })).token)).toMatchObject({ status: 401 })
})

describe('a locked session of staff', () => {
  async function lockedSession() {
    const { token, userName } = await openSession({ kind: 'staff', idleMinutes: 20 })
    const password = '冬天停炉要保养 3'
    const { db } = site.services
    await db
      .update(account)
      .set({ passwordHash: await hashPassword(password) })
      .where(eq(account.userName, userName))
    return { desk: site.as({ cookie: `staff=${token}` }), password }
  }

  test('opens by the password, which then also counts as confirmation', async () => {
    const { desk, password } = await lockedSession()
    expect(await desk.get('/staff/overview')).toMatchObject({ code: 423 })
    expect(await desk.post('/staff/confirm', { password: '不是它' })).toMatchObject({
      code: 400,
      data: { fields: { password: '密码不正确，请重新输入' } },
    })
    expect(await desk.get('/staff/me')).toMatchObject({ code: 423 })
    expect(await desk.post('/staff/confirm', { password })).toMatchObject({ code: 200 })
    expect(await desk.get('/staff/me')).toMatchObject({ code: 200 })
  })

  test('takes five passwords in a quarter of an hour', async () => {
    const { desk, password } = await lockedSession()
    for (const guess of ['一', '二', '三', '四', '五']) await desk.post('/staff/confirm', { password: guess })
    expect(await desk.post('/staff/confirm', { password })).toMatchObject({ code: 429 })
    expect(await desk.get('/staff/me')).toMatchObject({ code: 423 })
  })

  test('can be left without the password, and reads nothing that visitors cannot', async () => {
    const { desk } = await lockedSession()
    expect(await desk.get('/catalog')).toMatchObject({ code: 200 })
    expect(await desk.post('/staff/logout', {})).toMatchObject({ code: 200 })
    expect(await desk.get('/staff/me')).toMatchObject({ status: 401 })
  })

  test('is listed among the sign-ins and can be ended from another device', async () => {
    const desk = await asStaff(site, await staffWith(site, ['writer']))
    const { id: accountId } = (await desk.get('/staff/me')).data
    const token = randomBytes(16).toString('hex')
    const seenAt = new Date(Date.now() - 20 * 60_000)
    await site.services.db.insert(session).values({ tokenHash: hashToken(token), accountId, seenAt })
    const { data } = await desk.get('/staff/session/list')
    const other = data.find(({ current }: { current: boolean }) => !current)
    expect(await desk.post('/staff/session/end', { id: other.id })).toMatchObject({ code: 200 })
    expect(await site.as({ cookie: `staff=${token}` }).get('/staff/me')).toMatchObject({ status: 401 })
  })
})

test('twelve hours end a session, however much it is used', async () => {
  const { token } = await signUp(site)
  for (const _ of Array.from({ length: 25 })) {
    await advanceTime(site, 29)
    await info(token)
  }
  expect(await info(token)).toMatchObject({ status: 401 })
})

test('a session that the association ended, or whose account it closed, answers 550 and says so', async () => {
  for (const of of [{ endedBy: 'association' }, { status: 'disabled' }] as const) {
    const answer = await info((await openSession(of)).token)
    expect(answer).toMatchObject({ status: 550, code: 550 })
    expect(answer.msg).toContain('协会')
  }
})

test('the list of sign-ins names devices and addresses, never a token', async () => {
  const member = await signUp(site)
  const phone = await signInWith(member, WECHAT)
  await signInWith(member, CHROME)
  const { data } = await site.as(phone).get('/member/session/list')
  expect(data.map(({ device }: { device: string }) => device).sort()).toEqual(
    ['Chrome（Windows）', '微信（iPhone）', '未知设备'].sort(),
  )
  expect(data.filter(({ current }: { current: boolean }) => current)).toMatchObject([
    { device: '微信（iPhone）', address: '127.0.0.1' },
  ])
  expect(JSON.stringify(data)).not.toContain(phone)
  expect(JSON.stringify(data)).not.toContain(hashToken(phone))
})

test('a member ends one sign-in, all others, or all', async () => {
  const member = await signUp(site)
  const here = site.as(await signInWith(member, CHROME))
  const [first, second, third] = [
    member.token,
    await signInWith(member, WECHAT),
    await signInWith(member, WECHAT),
  ] as const
  const { data } = await here.get('/member/session/list')
  const unknown = data.find(({ device }: { device: string }) => device === '未知设备')
  expect(await here.post('/member/session/end', { id: unknown.id })).toMatchObject({ data: { ended: 1 } })
  expect(await info(first)).toMatchObject({ status: 401 })
  expect(await info(second)).toMatchObject({ code: 200 })
  expect(await here.post('/member/session/end', { all: true })).toMatchObject({ data: { ended: 2 } })
  expect(await info(second)).toMatchObject({ status: 401 })
  expect(await info(third)).toMatchObject({ status: 401 })
  expect(await here.get('/member/info')).toMatchObject({ code: 200 })
  expect(await here.post('/member/session/end', { all: true, current: true })).toMatchObject({ data: { ended: 1 } })
  expect(await here.get('/member/info')).toMatchObject({ status: 401 })
})

test('nobody ends the sign-in of somebody else', async () => {
  const [one, other] = [await signUp(site), await signUp(site)]
  const { data } = await other.api.get('/member/session/list')
  expect(await one.api.post('/member/session/end', { id: data[0].id })).toMatchObject({ data: { ended: 0 } })
  expect(await one.api.post('/member/session/end', {})).toMatchObject({ code: 400 })
  expect(await info(other.token)).toMatchObject({ code: 200 })
})

test('an account says how safe it is, with the phone masked', async () => {
  const { api, userName, phone } = await signUp(site)
  const { data } = await api.get('/member/account')
  expect(data).toMatchObject({ userName, kindName: '单位账号', phone: `139****${phone.slice(-4)}` })
  expect(data.lastSignedInAt).toMatch(/\+08:00$/)
})

test('sixty changes a minute are enough for anybody', async () => {
  const { api } = await signUp(site)
  const answers = await Promise.all(
    Array.from({ length: 70 }, () => api.post('/member/session/end', { id: 2_000_000_000 })),
  )
  const codes = answers.map(({ code }) => code)
  expect(codes.filter(code => code === 200).length).toBeGreaterThanOrEqual(60)
  expect(codes).toContain(429)
  expect((await api.get('/member/info')).code).toBe(200)
})

test('what was needed for a moment is removed, and what is in use stays', async () => {
  const old = await signUp(site)
  await advanceTime(site, 31 * 24 * 60)
  const { token } = await signUp(site)
  await purgeAccounts({ ...site.services, now: new Date() })
  const { db } = site.services
  expect(
    await db
      .select()
      .from(session)
      .where(eq(session.tokenHash, hashToken(old.token))),
  ).toEqual([])
  expect(await info(token)).toMatchObject({ code: 200 })
  const kept = await db.select().from(attempt)
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.every(({ at }) => Date.now() - at.getTime() < 86_400_000)).toBe(true)
})

test('a member who has been signed in for long types the password again before what is important', async () => {
  const { api } = await signUpComplete(site)
  const invite = () => api.post('/member/clerk/invite', { name: '王敏', phone: newPhone(), duties: ['people'] })
  await advanceTime(site, 11)
  expect((await invite()).code).toBe(428)
  const confirm = (password: string) => api.post('/member/confirm', { password })
  expect(await confirm(`${PASSWORD}!`)).toMatchObject({ code: 400, data: { fields: { password: expect.any(String) } } })
  expect((await invite()).code).toBe(428)
  expect(await confirm(PASSWORD)).toMatchObject({ code: 200, data: {} })
  expect((await invite()).code).toBe(200)
})
