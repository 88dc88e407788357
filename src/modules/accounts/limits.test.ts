import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../../test/support/app.ts'
import { newAddress, newPhone, signInAs, solvedCaptcha } from '../../../test/support/make.ts'

/** A site whose association has set a limit otherwise. */
async function siteWith(env: Record<string, string>) {
  const site = await startApp({ demo: true, env })
  onTestFinished(() => site.close())
  return site
}

test('an association decides how long a session lasts', async () => {
  const site = await siteWith({ SESSION_IDLE_MINUTES: '5', SESSION_HOURS: '1' })
  const { data } = await site.from(newAddress()).post('/login', { account: 'qingyuan', password: 'Hangxie-demo-2026' })
  const hours = (Date.parse(data.expireAt) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(0.9)
  expect(hours).toBeLessThanOrEqual(1)
  const own = site.as(data.token)
  expect((await own.get('/member/info')).data.idleMinutes).toBe(5)
  await site.services.db.execute(`update session set seen_at = now() - interval '6 minutes'`)
  expect(await own.get('/member/info')).toMatchObject({ status: 401 })
})

test('and how many codes a phone is sent, how many failures are free, how much an account writes', async () => {
  const site = await siteWith({ CODES_PER_HOUR: '1', SIGN_IN_FAILURES: '1', WRITES_PER_MINUTE: '2' })
  const phone = newPhone()
  const ask = async () => {
    const address = newAddress()
    const captcha = await solvedCaptcha(site, address)
    return site.from(address).post('/member/getCode', { scene: 'register', phone, ...captcha })
  }
  expect(await ask()).toMatchObject({ code: 200 })
  await site.services.db.execute(`update attempt set at = at - interval '2 minutes'`)
  expect(await ask()).toMatchObject({ code: 429 })

  const somewhere = site.from(newAddress())
  const wrong = { account: 'taishan', password: 'no such thing' }
  expect(await somewhere.post('/login', wrong)).toMatchObject({ code: 400 })
  expect(await somewhere.post('/login', wrong)).toMatchObject({ code: 429 })

  const own = site.as(await signInAs(site, 'zhangwei'))
  const codes = []
  for (let n = 0; n < 3; n++) codes.push((await own.post('/member/message/read', { all: true })).code)
  expect(codes).toEqual([200, 200, 429])
})
