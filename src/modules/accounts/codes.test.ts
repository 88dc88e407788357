import { desc, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { solve } from '#test/support/captcha.ts'
import {
  advanceTime,
  codeFor,
  codeSentTo,
  newAddress,
  newPhone,
  registration,
  signInAs,
  signUp,
  solvedCaptcha,
  textsTo,
} from '#test/support/make.ts'
import { outbox } from '../../lib/server/outbox/tables.ts'
import { phoneCode } from './server/tables.ts'

setUpSite({ demo: true })

const ask = async (form: object, address = newAddress()) =>
  site.from(address).post('/member/getCode', { ...(await solvedCaptcha(site, address)), ...form })
const register = (form: object) => site.from(newAddress()).post('/register', form)
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('a code', () => {
  test('has six digits, is good for five minutes, and stands nowhere but in the text', async () => {
    const phone = newPhone()
    expect(await ask({ scene: 'register', phone })).toMatchObject({ code: 200, data: { expire: 300, interval: 60 } })
    const code = await codeSentTo(site, phone)
    expect(code).toMatch(/^\d{6}$/)
    const [kept] = await site.services.db.select().from(phoneCode).orderBy(desc(phoneCode.id)).limit(1)
    const [sent] = await site.services.db.select().from(outbox).orderBy(desc(outbox.id)).limit(1)
    for (const secret of [code, phone]) expect(JSON.stringify([kept, sent])).not.toContain(secret)
    await advanceTime(site, 5.1)
    expect((await register({ ...(await registration(site, { phone })), code })).data.fields.code).toContain('失效')
  })

  test('works once', async () => {
    const { phone } = await signUp(site)
    const code = await codeSentTo(site, phone)
    const again = await register({ ...(await registration(site, { phone })), code })
    expect(again).toMatchObject({ code: 409, msg: expect.stringContaining('已经用过') })
  })

  test('bears five wrong tries, counted also when they come at once', async () => {
    const form = await registration(site)
    const code = await codeFor(site, { scene: 'register', phone: form.phone })
    const wrong = await Promise.all(Array.from({ length: 20 }, () => register({ ...form, code: other(code) })))
    expect(wrong.every(answer => answer.code === 400)).toBe(true)
    expect(await register({ ...form, code })).toMatchObject({ code: 400 })
    await advanceTime(site, 1)
    const fresh = await codeFor(site, { scene: 'register', phone: form.phone })
    for (const _ of '1234') await register({ ...form, code: other(fresh) })
    expect(await register({ ...form, code: fresh })).toMatchObject({ code: 200 })
  })

  test('is good for its phone and its purpose only, and only until the next', async () => {
    const [one, second] = [await registration(site), await registration(site)]
    const code = await codeFor(site, { scene: 'register', phone: one.phone })
    expect(await register({ ...second, code })).toMatchObject({ code: 400 })
    await advanceTime(site, 1)
    const handover = await codeFor(site, { scene: 'handover', phone: one.phone })
    if (handover !== code) expect(await register({ ...one, code: handover })).toMatchObject({ code: 400 })
    await advanceTime(site, 1)
    const next = await codeFor(site, { scene: 'register', phone: one.phone })
    if (next !== code) expect(await register({ ...one, code })).toMatchObject({ code: 400 })
    expect(
      await register({ ...one, code: [...next].map(c => String.fromCodePoint(c.codePointAt(0)! + 0xfee0)).join('') }),
    ).toMatchObject({ code: 200 })
  })
})

describe('codes are sent', () => {
  test('once a minute, five times an hour and ten times a day to a phone, from wherever', async () => {
    const phone = newPhone()
    const wait = async (times: number, minutes: number) => {
      for (const _ of Array.from({ length: times })) {
        expect((await ask({ scene: 'register', phone })).code).toBe(200)
        await advanceTime(site, minutes)
      }
    }
    await wait(1, 0)
    expect(await ask({ scene: 'register', phone })).toMatchObject({ code: 429, msg: expect.stringMatching(/\d+ 秒后/) })
    await advanceTime(site, 1)
    await wait(4, 2)
    expect(await ask({ scene: 'register', phone })).toMatchObject({
      code: 429,
      msg: expect.stringMatching(/\d+ 分钟后/),
    })
    await advanceTime(site, 60)
    await wait(5, 13)
    expect(await ask({ scene: 'register', phone })).toMatchObject({
      code: 429,
      msg: expect.stringMatching(/\d+ 小时后/),
    })
    await advanceTime(site, 24 * 60)
    expect(await ask({ scene: 'register', phone })).toMatchObject({ code: 200 })
  })

  test('from an address as a class of people needs them, and no more', async () => {
    const address = newAddress()
    for (let n = 0; n < 20; n++) expect((await ask({ scene: 'register', phone: newPhone() }, address)).code).toBe(200)
    expect((await ask({ scene: 'register', phone: newPhone() }, address)).code).toBe(429)
    await advanceTime(site, 1)
    expect((await ask({ scene: 'register', phone: newPhone() }, address)).code).toBe(200)
  })

  test('from a network of IPv6 as from one address, whichever of its addresses asks', async () => {
    const from = (host: number) => ask({ scene: 'register', phone: newPhone() }, `2001:db8:77:1::${host}`)
    for (let n = 1; n <= 20; n++) expect((await from(n)).code).toBe(200)
    expect((await from(21)).code).toBe(429)
  })

  test('once, of fifty requests at the same moment', async () => {
    const phone = newPhone()
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask({ scene: 'register', phone })))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 429)).toHaveLength(49)
    expect(await textsTo(site, phone)).toHaveLength(1)
  })

  test('to anonymous callers for an answer each', async () => {
    const address = newAddress()
    const solved = await solvedCaptcha(site, address)
    const form = { scene: 'register', phone: newPhone() }
    const post = (more: object) => site.from(address).post('/member/getCode', { ...form, ...more })
    expect((await post({})).data.fields.captcha).toBe('请先回答验证问题')
    expect((await post({ ...solved, captcha: '0' })).data.fields.captcha).toContain('不正确')
    const { data } = await site.get('/captcha')
    const inWords = [...'零一二三四五六七八九十'][Number(solve(data.question))]
    const answered = await post({ captchaId: data.captchaId, captcha: inWords ?? solve(data.question) })
    expect(answered.code).toBe(200)
  })

  test('for a purpose that a module has, and for no other', async () => {
    const phone = newPhone()
    expect(await ask({ scene: 'training', phone })).toMatchObject({ code: 200 })
    expect((await textsTo(site, phone))[0]).toMatch(/^验证码 \d{6}，用于培训报名，/)
    expect(await ask({ scene: 'lottery', phone: newPhone() })).toMatchObject({
      code: 400,
      data: { fields: { scene: '不是有效的用途' } },
    })
  })

  test('to the own phone of who is signed in, without a question, and to no other under that name', async () => {
    const { api, phone } = await signUp(site)
    await advanceTime(site, 1)
    const address = site.as(await signInAs(site, 'zhangwei'), newAddress())
    expect(await address.post('/member/getCode', { scene: 'changePwd', phone })).toMatchObject({ code: 400 })
    expect(await api.post('/member/getCode', { scene: 'changePwd' })).toMatchObject({ code: 200 })
    expect((await textsTo(site, phone))[0]).toMatch(/^验证码 \d{6}/)
    for (const scene of ['changePwd', 'changePhone', 'newPhone'])
      expect(await ask({ scene, phone })).toMatchObject({ status: 401 })
  })

  test('not by a page of another site', async () => {
    const get = async (headers: Record<string, string>) => {
      const remoteAddress = newAddress()
      const query = new URLSearchParams({ scene: 'register', phone: newPhone(), ...(await solvedCaptcha(site)) })
      return (await site.app.inject({ url: `/api/member/getCode?${query}`, headers, remoteAddress })).json().code
    }
    expect(await get({})).toBe(403)
    expect(await get({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await get({ 'sec-fetch-site': 'same-origin' })).toBe(200)
    const { token } = await signUp(site)
    await advanceTime(site, 1)
    const own = await site.app.inject({ url: '/api/member/getCode?scene=changePwd', headers: { token } })
    expect(own.json().code).toBe(200)
  })

  test('to nobody where a phone without an account asks for a new password, and the answer is the same', async () => {
    const [known, unknown] = [(await signUp(site)).phone, newPhone()]
    await advanceTime(site, 1)
    const answers = [await ask({ scene: 'reset', phone: known }), await ask({ scene: 'reset', phone: unknown })]
    expect(answers[0]).toEqual(answers[1])
    expect((await textsTo(site, known))[0]).toMatch(/^验证码 \d{6}/)
    expect(await textsTo(site, unknown)).toEqual([])
    const staff = '13900000011'
    expect(await ask({ scene: 'reset', phone: staff })).toEqual(answers[0])
    expect(await textsTo(site, staff)).toEqual([])
  })
})

test('a question is in words, and another each time', async () => {
  const { data } = await site.get('/captcha')
  expect(data.question).toMatch(/^[一二三四五六七八九十]+[加减][二三四五六七八九]等于多少？$/)
  expect(await site.get('/captcha')).not.toEqual(data)
  const { rows } = await site.services.db.execute(sql`select * from captcha`)
  expect(JSON.stringify(rows)).not.toContain(data.question)
})
