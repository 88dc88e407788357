import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { setUpSite, site } from '../../../../test/setups/site.ts'
import { startApp } from '../../../../test/support/app.ts'
import { asStaff, later, newAddress, staffWith } from '../../../../test/support/make.ts'
import { DEMO_PASSWORD } from '../server/demo.ts'
import { account } from '../server/tables.ts'

setUpSite({ demo: true })

type Answer = { code: number; msg: string; data: { next?: string } | null; cookie: string | undefined }
/** Signs in as a browser does. */
async function signIn(userName: string, more: { code?: string; password?: string } = {}, on = site): Promise<Answer> {
  const payload = { account: userName, password: DEMO_PASSWORD, ...more }
  const response = await on.app.inject({
    method: 'POST',
    url: '/api/staff/login',
    payload,
    remoteAddress: newAddress(),
  })
  const cookie = [response.headers['set-cookie']].flat()[0]
  return { ...response.json(), cookie: cookie?.split(';')[0] }
}

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
    for (let i = 0; i < 5; i++) expect((await signIn('reviewer', { code: '000000' })).code).toBe(400)
    const code = codeOf(secret, Date.now() + 30_000)
    expect(await signIn('reviewer', { code })).toMatchObject({ code: 429, msg: expect.stringContaining('分钟') })
    await later(site, 16)
    expect(await signIn('reviewer', { code })).toMatchObject({ data: { next: 'done' } })
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

test('before something dangerous the password is asked for again', async () => {
  const admin = await asStaff(site, await staffWith(site, ['admin']))
  await later(site, 11)
  const invitation = { userName: 'confirmed', displayName: '王敏', roles: ['writer'] }
  expect(await admin.post('/staff/colleague/invite', invitation)).toMatchObject({ code: 428 })
  const { cookie } = await signIn('admin')
  const me = site.as({ cookie: cookie! })
  await enrol(cookie!)
  await later(site, 11)
  expect(await me.post('/staff/colleague/invite', invitation)).toMatchObject({ code: 428 })
  expect(await me.post('/staff/confirm', { password: 'wrong' })).toMatchObject({ code: 400 })
  expect(await me.post('/staff/confirm', { password: DEMO_PASSWORD })).toMatchObject({ code: 200 })
  expect(await me.post('/staff/colleague/invite', invitation)).toMatchObject({ code: 200 })
  const [made] = await site.services.db.select().from(account).where(eq(account.userName, 'confirmed'))
  expect(made!.roles).toEqual(['writer'])
})
