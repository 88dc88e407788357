import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '#test/support/app.ts'
import { solve } from '#test/support/captcha.ts'
import { asStaff, newAddress, newPhone, signInAs, signUp, solvedCaptcha } from '#test/support/make.ts'

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

test('and how many codes go to all phones together; who looks after the system hears of it before they are used up', async () => {
  await import('../../parts.ts')
  const site = await siteWith({ SITE_CODES_PER_HOUR: '5', METRICS_TOKEN: 'of sixteen letters' })
  const { api } = await signUp(site)
  const ask = async () => {
    const address = newAddress()
    const captcha = await solvedCaptcha(site, address)
    return site.from(address).post('/member/getCode', { scene: 'register', phone: newPhone(), ...captcha })
  }
  const heard = async () => {
    const { rows } = await site.services.db.execute(
      `select title from message where title like '验证码短信%' order by id`,
    )
    return rows.map(({ title }) => title)
  }
  for (let n = 0; n < 2; n++) expect((await ask()).code).toBe(200)
  expect(await heard()).toEqual([])
  for (let n = 0; n < 2; n++) expect((await ask()).code).toBe(200)
  expect(await heard()).toEqual(['验证码短信已用去八成', '验证码短信已用去全部'])
  expect(await ask()).toMatchObject({ code: 429, msg: expect.stringContaining('本站刚才发送的验证码较多') })
  const admin = await asStaff(site, 'admin')
  const { data } = await admin.get('/staff/overview')
  expect(data.notices).toContainEqual(expect.objectContaining({ text: '最近一小时发送了 5 条验证码短信，上限 5 条' }))
  const metrics = await site.app.inject({ url: '/metrics', headers: { authorization: 'Bearer of sixteen letters' } })
  expect(metrics.body).toContain('hangxie_codes_sent{window="hour"} 5')
  expect(metrics.body).toContain('hangxie_codes_budget{window="hour"} 5')
  // Part of the budget is reserved for signed-in users.
  await site.services.db.execute(`update attempt set at = at - interval '1 minute' where purpose = 'codeTo'`)
  expect((await api.post('/member/getCode', { scene: 'changePwd' })).code).toBe(200)
})

test('an answered question is no way around the work: few from a network, and of the whole site a part', async () => {
  const site = await siteWith({ SITE_CODES_PER_HOUR: '120' })
  const answer = async (address: string) => {
    const { data } = await site.from(address).get('/captcha')
    const answered = { captchaId: data.captchaId, captcha: solve(data.question) }
    return site.from(address).post('/member/getCode', { scene: 'register', phone: newPhone(), ...answered })
  }
  for (let n = 1; n <= 10; n++) expect((await answer(`2001:db8:5:1::${n}`)).code).toBe(200)
  expect((await answer('2001:db8:5:1::11')).code).toBe(429)
  for (let n = 0; n < 2; n++) expect((await answer(newAddress())).code).toBe(200)
  expect((await answer(newAddress())).code).toBe(429)
  const address = newAddress()
  const worked = await solvedCaptcha(site, address)
  const more = { scene: 'register', phone: newPhone(), ...worked }
  expect((await site.from(address).post('/member/getCode', more)).code).toBe(200)
  expect((await site.from(address).post('/member/getCode', { ...more, phone: newPhone() })).code).toBe(400)
})
