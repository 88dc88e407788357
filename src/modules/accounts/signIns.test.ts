import argon2 from '@node-rs/argon2'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Site, startApp } from '#test/support/app.ts'
import { advanceTime, asStaff, newAddress, PASSWORD, signUp, solvedCaptcha } from '#test/support/make.ts'
import { writeSetting } from '../settings/server/settings.ts'
import { account } from './server/tables.ts'

const WRONG = '用户名或密码不正确'

let site: Site
beforeAll(async () => {
  site = await startApp({ demo: true })
  vi.spyOn(argon2, 'verify')
})
afterAll(async () => {
  vi.restoreAllMocks()
  await site.close()
})

/** A visitor at one address who solves captchas when asked. */
function visitor(address = newAddress()) {
  const api = site.from(address)
  const signIn = (name: string, password: string, more: object = {}) =>
    api.post('/login', { account: name, password, ...more })
  return {
    signIn,
    signInSolving: async (name: string, password: string) => signIn(name, password, await solvedCaptcha(site, address)),
    fail: async (name: string, times: number) => {
      for (const _ of Array.from({ length: times }))
        await signIn(name, 'not my password', await solvedCaptcha(site, address))
    },
  }
}

describe('a member signs in', () => {
  test('by user name however it is written, by phone, by credit code', async () => {
    const { userName, phone, creditCode } = await signUp(site)
    const names = [
      userName,
      userName.toUpperCase(),
      ` ${phone} `,
      `+86${phone}`,
      creditCode!,
      creditCode!.toLowerCase(),
    ]
    for (const name of names) {
      const { code, data } = await visitor().signIn(name, PASSWORD)
      expect(code, name).toBe(200)
      expect(data).toMatchObject({ needComplete: true, member: { userName } })
      expect(Buffer.from(data.token, 'base64url').length).toBeGreaterThanOrEqual(16)
      expect(Date.parse(data.expireAt)).toBeGreaterThan(Date.now())
    }
  })

  test('and has nothing to complete where the account is already somebody’s', async () => {
    expect((await visitor().signIn('qingyuan', 'Hangxie-demo-2026')).data.needComplete).toBe(false)
    expect((await visitor().signIn('xinren', 'Hangxie-demo-2026')).data.needComplete).toBe(true)
  })

  test('with a token that only its hash is kept of', async () => {
    const { token } = await signUp(site)
    const { rows } = await site.services.db.execute(sql`select token_hash from session`)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('nobody learns who has an account', () => {
  test('a wrong password, an unknown name and staff are refused in the same words, after the same work', async () => {
    const { userName, phone } = await signUp(site)
    await visitor().signIn('nobody_at_all', 'x') // The first makes the hash that the others are compared with.
    for (const name of [userName, phone, 'nobody_at_all', '13900009876', '91110105MA00DEM14D', 'admin', '长长长', '']) {
      vi.mocked(argon2.verify).mockClear()
      const answer = await visitor().signIn(name, 'not my password')
      expect(answer, name).toMatchObject({ status: 200, code: 400, msg: WRONG, data: null })
      expect(argon2.verify, name).toHaveBeenCalledTimes(1)
    }
  })

  test('staff do not get in here with the right password either', async () => {
    expect(await visitor().signIn('admin', 'Hangxie-demo-2026')).toMatchObject({ code: 400, msg: WRONG })
    const staff = await asStaff(site, 'admin')
    expect(await staff.get('/member/account')).toMatchObject({ code: 401 })
  })

  test.each([
    ['frozen', '联系人变更'],
    ['disabled', '停用'],
    ['deleted', '注销'],
  ] as const)('that an account is %s learns only who knows its password', async (status, words) => {
    const { userName, accountId } = await signUp(site)
    await site.services.db.update(account).set({ status }).where(eq(account.id, accountId))
    expect(await visitor().signIn(userName, 'not my password')).toMatchObject({ code: 400, msg: WRONG })
    const told = await visitor().signIn(userName, PASSWORD)
    expect(told).toMatchObject({ status: 200, code: 403 })
    expect(told.msg).toContain(words)
  })
})

describe('who guesses', () => {
  test('is asked a question from the third failure on, for names that exist and that do not', async () => {
    const { userName } = await signUp(site)
    for (const name of [userName, 'nobody_at_all']) {
      const { signIn, signInSolving } = visitor()
      expect((await signIn(name, 'guess')).data).toBeNull()
      expect((await signIn(name, 'guess')).data).toBeNull()
      expect(await signIn(name, 'guess')).toMatchObject({ code: 400, msg: WRONG, data: { fields: { captcha: /./ } } })
      vi.mocked(argon2.verify).mockClear()
      const unasked = await signIn(name, PASSWORD)
      expect(unasked.data.fields.captcha).toBe('请先回答验证问题')
      expect(argon2.verify).not.toHaveBeenCalled()
      expect((await signInSolving(name, PASSWORD)).code).toBe(name === userName ? 200 : 400)
    }
  })

  test('answers a question once', async () => {
    const { userName } = await signUp(site)
    const { signIn, fail } = visitor()
    await fail(userName, 3)
    const solved = await solvedCaptcha(site)
    const wrong = await signIn(userName, PASSWORD, { ...solved, captcha: '99' })
    expect(wrong.data.fields.captcha).toContain('不正确')
    expect((await signIn(userName, PASSWORD, solved)).data.fields.captcha).toContain('已过期')
    const late = await solvedCaptcha(site)
    await advanceTime(site, 6)
    expect((await signIn(userName, PASSWORD, late)).data.fields.captcha).toContain('已过期')
  })

  test('waits longer after each failure beyond the fifth, and begins anew after a success', async () => {
    const { userName } = await signUp(site)
    const { signIn, signInSolving, fail } = visitor()
    await fail(userName, 5)
    const held = await signInSolving(userName, PASSWORD)
    expect(held).toMatchObject({ status: 200, code: 429 })
    expect(Number(held.msg.match(/(\d+) 秒/)![1])).toBeLessThanOrEqual(10)
    await advanceTime(site, 11 / 60)
    await fail(userName, 1)
    await advanceTime(site, 11 / 60)
    const heldLonger = await signInSolving(userName, PASSWORD)
    expect(heldLonger.code).toBe(429)
    await advanceTime(site, 10 / 60)
    expect((await signInSolving(userName, PASSWORD)).code).toBe(200)
    expect((await signIn(userName, 'guess')).data).toBeNull()
  })

  test('does not shut its owner out, who is at another address', async () => {
    const { userName } = await signUp(site)
    await visitor().fail(userName, 8)
    expect((await visitor().signIn(userName, PASSWORD)).code).toBe(200)
  })

  test('is counted by the account, whichever of its names is typed', async () => {
    const { userName, phone, creditCode } = await signUp(site)
    const { fail, signInSolving } = visitor()
    await fail(userName, 2)
    await fail(phone, 2)
    await fail(creditCode!, 1)
    for (const name of [userName, phone, creditCode!, userName.toUpperCase()])
      expect((await signInSolving(name, PASSWORD)).code).toBe(429)
  })

  test('has one network of IPv6 for an address, and four of them in a larger one', async () => {
    const { userName } = await signUp(site)
    vi.mocked(argon2.verify).mockClear()
    for (let n = 1; n <= 40; n++) await visitor(`2001:db8:9:1::${n}`).fail(userName, 1)
    expect(vi.mocked(argon2.verify).mock.calls.length).toBe(5)
    for (let n = 1; n <= 40; n++) await visitor(`2001:db8:9:${100 + n}::1`).fail(userName, 1)
    expect(vi.mocked(argon2.verify).mock.calls.length).toBe(20)
  })

  test('from ever new addresses makes everybody work who signs in there, and shuts nobody out', async () => {
    const { userName } = await signUp(site)
    for (let n = 0; n < 20; n++) await visitor().fail(userName, 1)
    const owner = visitor()
    expect((await owner.signIn(userName, PASSWORD)).data.fields.captcha).toBeTruthy()
    expect((await owner.signInSolving(userName, PASSWORD)).code).toBe(200)
  })

  test('costs nobody anything who signs in rightly: a class of sixty behind one address', async () => {
    const { userName } = await signUp(site)
    const { signIn } = visitor()
    for (let n = 0; n < 60; n++) expect((await signIn(userName, PASSWORD)).code).toBe(200)
  })

  test('is forgotten after a quarter of an hour', async () => {
    const { userName } = await signUp(site)
    const { signIn, fail } = visitor()
    await fail(userName, 6)
    await advanceTime(site, 16)
    expect((await signIn(userName, PASSWORD)).code).toBe(200)
  })

  test('gets no more tries by asking fifty times at once', async () => {
    const { userName } = await signUp(site)
    const { signIn } = visitor()
    vi.mocked(argon2.verify).mockClear()
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => signIn(userName, `guess ${i}`)))
    expect(vi.mocked(argon2.verify).mock.calls.length).toBe(3)
    expect(answers.every(({ code }) => code === 400 || code === 429)).toBe(true)
  })

  test('is asked at once where thirty sign-ins failed, whatever the names', async () => {
    const { signIn } = visitor()
    for (const i of Array.from({ length: 30 }).keys()) await signIn(`somebody_${i}`, 'Spring2026!')
    expect((await signIn('somebody_else', 'Spring2026!')).data.fields.captcha).toBeTruthy()
  })
})

test('sign-ins that worked, failed and were held up are in the audit log, without what was typed', async () => {
  const { userName, accountId } = await signUp(site)
  const { signIn, fail, signInSolving } = visitor()
  await signIn(userName, PASSWORD)
  await fail(userName, 5)
  await signInSolving(userName, 'guess of mine')
  const { rows } = await site.services.db.execute<{ action: string; object_id: number }>(
    sql`select * from audit_event where action like 'account.%' order by id desc limit 8`,
  )
  expect(
    rows.filter(({ action, object_id }) => action === 'account.signInFailed' && object_id === accountId),
  ).toHaveLength(5)
  expect(rows.map(({ action }) => action)).toContain('account.signInDelayed')
  expect(rows.find(({ action }) => action === 'account.signIn')).toMatchObject({
    detail: { newDevice: expect.any(Boolean) },
  })
  expect(JSON.stringify(rows)).not.toContain('guess')
})

test('questions can be switched off with demo data only', async () => {
  const { captcha } = site.services.config
  site.services.config.captcha = 'off'
  const { userName, phone } = await signUp(site)
  const { signIn, fail } = visitor()
  await fail(userName, 4)
  expect((await signIn(userName, PASSWORD)).code).toBe(200)
  await advanceTime(site, 1)
  const ask = () => site.from(newAddress()).post('/member/getCode', { scene: 'reset', phone })
  expect((await ask()).code).toBe(200)
  await advanceTime(site, 1)
  await site.services.db.execute(sql`delete from setting where name = 'demo'`)
  expect((await ask()).data.fields.captcha).toBeTruthy()
  await writeSetting({ ...site.services, now: new Date() }, 'demo', { loadedAt: new Date().toISOString() })
  site.services.config.captcha = captcha
})
