import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { startApp } from '#test/support/app.ts'
import { advanceTime, asStaff, newAddress, solvedCaptcha, staffSession, staffWith } from '#test/support/make.ts'
import { agreeToLast, dismissTestStaff } from '#test/support/secondPerson.ts'
import { DEMO_PASSWORD } from '../server/demo.ts'
import { account } from '../server/tables.ts'

setUpSite({ demo: true })
beforeAll(async () => {
  const passwordHash = await hash(DEMO_PASSWORD)
  for (const userName of ['secretary', 'writer', 'auditor']) {
    const of = { kind: 'staff' as const, userName, displayName: userName, roles: [userName], passwordHash }
    await site.services.db.insert(account).values(of)
  }
})

type Answer = { code: number; msg: string; data: { next?: string } | null; cookie: string | undefined }
/** Signs in as a browser does. */
async function signIn(
  userName: string,
  {
    address = newAddress(),
    ...more
  }: { code?: string; password?: string; address?: string; captchaId?: string; captcha?: string } = {},
  on = site,
): Promise<Answer> {
  const payload = { account: userName, password: DEMO_PASSWORD, ...more }
  const response = await on.app.inject({
    method: 'POST',
    url: '/api/staff/login',
    payload,
    remoteAddress: address,
  })
  const cookie = [response.headers['set-cookie']].flat()[0]
  return { ...response.json(), cookie: cookie?.split(';')[0] }
}

const sessionOf = async (userName: string) => (await staffSession(site, userName)).cookie

const codeOf = (secret: string, timestamp = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })

/** Sets the second factor up by the calls of the screen. */
async function enrol(cookie: string) {
  const me = site.as({ cookie })
  const { data } = await me.post('/staff/totp/begin', {})
  const code = codeOf(data.secret)
  const { data: enabled } = await me.post('/staff/totp/enable', { code })
  return { secret: data.secret as string, recoveryCodes: enabled.recoveryCodes as string[], code }
}

describe('the entrance of staff', () => {
  test('lets nobody work before there is a second factor', async () => {
    const { data, cookie } = await signIn('cashier')
    expect(data).toEqual({ next: 'enrol' })
    const me = site.as({ cookie: cookie! })
    expect((await me.get('/staff/me')).data).toMatchObject({ mustEnrol: true, permissions: [] })
    expect(await me.get('/staff/review/list')).toMatchObject({ code: 403 })
    await enrol(cookie!)
    expect((await me.get('/staff/me')).data).toMatchObject({ mustEnrol: false, hasSecondFactor: true })
    expect((await me.get('/staff/review/list')).code).toBe(200)
  })

  test('asks for the code after the password, takes each code once, and each recovery code once', async () => {
    const { secret, recoveryCodes, code } = await enrol((await signIn('editor')).cookie!)
    expect(await signIn('editor')).toMatchObject({ data: { next: 'code' }, cookie: undefined })
    expect(await signIn('editor', { code })).toMatchObject({ code: 400, cookie: undefined })
    const next = codeOf(secret, Date.now() + 30_000)
    expect(await signIn('editor', { code: next })).toMatchObject({ data: { next: 'done' } })
    expect((await signIn('editor', { code: next })).code).toBe(400)
    expect(recoveryCodes).toHaveLength(10)
    const typed = recoveryCodes[0]!.toLowerCase().replace('-', ' ')
    expect(await signIn('editor', { code: typed })).toMatchObject({ data: { next: 'done' } })
    expect((await signIn('editor', { code: typed })).code).toBe(400)
  })

  test('of ten who show the same code at once lets one in', async () => {
    const { secret } = await enrol((await signIn('trainer')).cookie!)
    const code = codeOf(secret, Date.now() + 30_000)
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn('trainer', { code })))
    expect(answers.filter(({ cookie }) => cookie)).toHaveLength(1)
  })

  test('does not let anybody guess the code', async () => {
    const { secret } = await enrol((await signIn('reviewer')).cookie!)
    const address = newAddress()
    for (let i = 0; i < 5; i++) expect((await signIn('reviewer', { code: '000000', address })).code).toBe(400)
    const code = codeOf(secret, Date.now() + 30_000)
    expect(await signIn('reviewer', { code, address })).toMatchObject({
      code: 429,
      msg: expect.stringContaining('分钟'),
    })
    await advanceTime(site, 16)
    expect(await signIn('reviewer', { code, address })).toMatchObject({ data: { next: 'done' } })
  })

  test('lets no stranger with the password use up what the owner may try, and tells the owner', async () => {
    const [own, elsewhere] = [newAddress(), newAddress()]
    const { secret, recoveryCodes } = await enrol((await signIn('secretary', { address: own })).cookie!)
    const wrong = () => signIn('secretary', { code: '000000' })
    for (let i = 0; i < 10; i++) expect((await wrong()).code).toBe(400)
    expect((await wrong()).code).toBe(429)
    const code = codeOf(secret, Date.now() + 30_000)
    expect((await signIn('secretary', { code })).code).toBe(429)
    // A place where the owner signs in regularly works, and a recovery code works anywhere.
    expect(await signIn('secretary', { code, address: own })).toMatchObject({ data: { next: 'done' } })
    const recovery = { code: recoveryCodes[0]!, address: elsewhere }
    expect(await signIn('secretary', recovery)).toMatchObject({ data: { next: 'done' } })
    const { rows } = await site.services.db.execute(
      `select title from message join account on account.id = account_id where user_name = 'secretary' order by message.id`,
    )
    const titles = rows.map(({ title }) => title)
    expect(titles).toContain('两步验证已启用')
    expect(titles.filter(title => title === '有人可能知道您的密码')).toHaveLength(1)
    await advanceTime(site, 24 * 60)
    for (let i = 0; i < 5; i++) await signIn('secretary', { code: '000000', address: own })
    expect((await signIn('secretary', { code: '000000', address: own })).code).toBe(429)
  })

  test('before there is a second factor answers nothing but what sets it up', async () => {
    const { cookie } = await signIn('auditor')
    const me = site.as({ cookie: cookie! })
    const refused = { code: 403, msg: expect.stringContaining('两步验证') }
    const own = { oldPwd: DEMO_PASSWORD, newPwd: '冬天停炉要保养 2', confirmPwd: '冬天停炉要保养 2' }
    for (const path of ['/staff/overview', '/staff/session/list', '/staff/message/list'])
      expect(await me.get(path), path).toMatchObject(refused)
    expect(await me.post('/staff/password/change', own)).toMatchObject(refused)
    expect(await me.post('/staff/session/end', { all: true })).toMatchObject(refused)
    expect(await me.post('/staff/confirm', { password: DEMO_PASSWORD })).toMatchObject({ code: 200 })
    expect((await me.get('/staff/me')).data.mustEnrol).toBe(true)
  })

  test('ends the other sign-ins when the second factor is set or replaced, and its owner hears of it', async () => {
    const userName = 'writer'
    const [one, other] = [await signIn(userName), await signIn(userName)]
    const { secret } = await enrol(one.cookie!)
    expect((await site.as({ cookie: other.cookie! }).get('/staff/me')).status).toBe(401)
    const second = await signIn(userName, { code: codeOf(secret, Date.now() + 30_000) })
    await enrol(second.cookie!)
    expect((await site.as({ cookie: one.cookie! }).get('/staff/me')).status).toBe(401)
    expect((await site.as({ cookie: second.cookie! }).get('/staff/me')).code).toBe(200)
    const admin = await asStaff(site, await staffWith(site, ['admin']))
    const { id } = (await admin.get('/staff/colleague/list', { key: userName })).data.list[0]
    const { version } = (await admin.get('/staff/colleague/detail', { id })).data
    expect(await admin.post('/staff/colleague/forgetTotp', { id, version })).toMatchObject({ code: 202 })
    expect(await agreeToLast(site)).toMatchObject({ code: 200 })
    expect((await site.as({ cookie: second.cookie! }).get('/staff/me')).status).toBe(550)
    const { rows } = await site.services.db.execute<{ title: string }>(
      `select title from message where account_id = ${id} and title like '两步验证%' order by id`,
    )
    expect(rows.map(({ title }) => title)).toEqual(['两步验证已启用', '两步验证已更换', '两步验证已解除'])
  })

  test('is not for members, nor for a wrong password', async () => {
    expect(await signIn('qingyuan')).toMatchObject({ code: 400, cookie: undefined })
    expect(await signIn('admin', { password: 'wrong' })).toMatchObject({ code: 400, cookie: undefined })
  })

  test('gives a cookie that no script reads and that does not leave this host', async () => {
    const secure = await startApp({ demo: true, env: { PUBLIC_URL: 'https://site.test', STAFF_TOTP: 'off' } })
    const payload = { account: 'admin', password: DEMO_PASSWORD }
    const response = await secure.app.inject({ method: 'POST', url: '/api/staff/login', payload })
    expect(response.headers['set-cookie']).toMatch(
      /^__Host-staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    )
    expect(response.json().data).toEqual({ next: 'done' })
    await secure.close()
  })
})

test('what another site sends with the cookie changes nothing', async () => {
  const { cookie } = await signIn('admin')
  const post = (headers: Record<string, string>) =>
    site.app.inject({ method: 'POST', url: '/api/staff/logout', payload: {}, headers: { cookie: cookie!, ...headers } })
  const foreign: Record<string, string>[] = [
    {},
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'http://site.test.evil.test' },
  ]
  for (const headers of foreign)
    expect((await post(headers)).json(), JSON.stringify(headers)).toMatchObject({ code: 403 })
  const me = site.as({ cookie: cookie! })
  expect((await me.get('/staff/me')).code).toBe(200)
  const out = await post({ origin: 'http://site.test' })
  expect(out.json().code).toBe(200)
  expect(out.headers['set-cookie']).toContain('Max-Age=0')
  expect((await me.get('/staff/me')).status).toBe(401)
})

test('whoever works sees where they are signed in and ends what they do not know; colleagues see the day', async () => {
  const found = async () => (await admin.get('/staff/colleague/list', { key: 'awards' })).data.list[0]
  const admin = await asStaff(site, await staffWith(site, ['admin']))
  expect(await found()).toMatchObject({ userName: 'awards', lastSignedInAt: null })
  await signIn('awards', { address: '203.0.113.9' })
  const me = site.as({ cookie: (await signIn('awards', { address: '203.0.113.10' })).cookie! })
  await site.services.db.update(account).set({ totpSince: new Date() }).where(eq(account.userName, 'awards'))
  const { data } = await me.get('/staff/session/list')
  expect(data).toMatchObject([
    { address: '203.0.113.10', current: true },
    { address: '203.0.113.9', current: false },
  ])
  expect((await me.post('/staff/session/end', { id: data[1].id })).data).toEqual({ ended: 1 })
  expect((await me.get('/staff/session/list')).data).toHaveLength(1)
  expect((await found()).lastSignedInAt.slice(0, 16)).toBe(data[0].createdAt.slice(0, 16))
  const changed = { oldPwd: DEMO_PASSWORD, newPwd: '冬天停炉要保养 2', confirmPwd: '冬天停炉要保养 2' }
  expect((await me.post('/staff/password/change', changed)).code).toBe(200)
  expect((await signIn('awards')).code).toBe(400)
  const again = async () => site.as({ cookie: await sessionOf('awards') })
  const [one, two] = [await again(), await again()]
  expect((await one.post('/staff/session/end', { all: true })).data.ended).toBeGreaterThan(0)
  expect((await two.get('/staff/me')).status).toBe(401)
  const last = await again()
  expect((await last.post('/staff/session/end', { all: true, current: true })).data.ended).toBeGreaterThan(0)
  expect((await last.get('/staff/me')).status).toBe(401)
})

test('after three wrong passwords the right one counts only with the work done beside it', async () => {
  const address = newAddress()
  for (let n = 0; n < 3; n++) expect((await signIn('trainer', { password: 'not it', address })).code).toBe(400)
  expect((await signIn('trainer', { address })).code).toBe(400)
  expect((await signIn('trainer', { address, ...(await solvedCaptcha(site, address)) })).code).toBe(200)
})

test('before something dangerous the password is asked for again', async () => {
  const admin = await asStaff(site, await staffWith(site, ['admin']))
  await advanceTime(site, 11)
  const invitation = { userName: 'confirmed', displayName: '王敏', roles: ['writer'] }
  expect(await admin.post('/staff/colleague/invite', invitation)).toMatchObject({ code: 428 })
  await dismissTestStaff(site)
  const { cookie } = await signIn('admin')
  const me = site.as({ cookie: cookie! })
  await enrol(cookie!)
  await advanceTime(site, 11)
  expect(await me.post('/staff/colleague/invite', invitation)).toMatchObject({ code: 428 })
  expect(await me.post('/staff/confirm', { password: 'wrong' })).toMatchObject({ code: 400 })
  expect(await me.post('/staff/confirm', { password: DEMO_PASSWORD })).toMatchObject({ code: 200 })
  expect(await me.post('/staff/colleague/invite', invitation)).toMatchObject({ code: 200 })
  const [made] = await site.services.db.select().from(account).where(eq(account.userName, 'confirmed'))
  expect(made!.roles).toEqual(['writer'])
})
