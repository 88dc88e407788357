import { describe, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import {
  advanceTime,
  codeFor,
  codeSentTo,
  newAddress,
  newPhone,
  PASSWORD,
  signUp,
  textsTo,
} from '#test/support/make.ts'

setUpSite()

const NEW = '冬天停炉要保养 2'
const both = (newPwd: string) => ({ newPwd, confirmPwd: newPwd })
const signIn = (account: string, password: string) => site.from(newAddress()).post('/login', { account, password })
const reset = (form: object) => site.from(newAddress()).post('/pwd/resetByCode', form)
const isAlive = async (token: string) => (await site.as(token).get('/member/info')).code === 200

/** A member with a second sign-in elsewhere. */
async function memberTwice() {
  const member = await signUp(site, { accountType: 'person' })
  const { data } = await signIn(member.userName, PASSWORD)
  await advanceTime(site, 1)
  return { ...member, elsewhere: data.token as string }
}

describe('a member changes the password', () => {
  test('by the old one: other sign-ins end, this one goes on, and the owner is told', async () => {
    const { api, token, elsewhere, userName, phone } = await memberTwice()
    expect(await api.post('/member/changePwd', { oldPwd: PASSWORD, ...both(NEW) })).toMatchObject({ code: 200 })
    expect(await isAlive(token)).toBe(true)
    expect(await isAlive(elsewhere)).toBe(false)
    expect(await signIn(userName, PASSWORD)).toMatchObject({ code: 400 })
    expect(await signIn(userName, NEW)).toMatchObject({ code: 200 })
    expect((await textsTo(site, phone))[0]).toContain('登录密码已修改')
  })

  test('not without the old one, nor by guessing it', async () => {
    const { api, token } = await signUp(site)
    const guess = () => api.post('/member/changePwd', { oldPwd: 'guess', ...both(NEW) })
    expect((await guess()).data.fields.oldPwd).toContain('原密码不正确')
    for (const _ of '1234') await guess()
    expect(await guess()).toMatchObject({ code: 429 })
    expect(await isAlive(token)).toBe(true)
  })

  test('not to one that is weak, the same, or typed differently twice', async () => {
    const { api, userName, phone } = await signUp(site)
    const change = (form: object) => api.post('/member/changePwd', { oldPwd: PASSWORD, ...form })
    expect((await change(both('12345678'))).data.fields.newPwd).toContain('太常见')
    expect((await change(both(`x${userName.toUpperCase()}`))).data.fields.newPwd).toContain('用户名')
    expect((await change(both(`tel ${phone}`))).data.fields.newPwd).toContain('手机号')
    expect((await change({ newPwd: NEW, confirmPwd: `${NEW} ` })).data.fields.confirmPwd).toContain('不一致')
    expect((await change(both(PASSWORD))).data.fields.newPwd).toContain('相同')
  })

  test('by a code to the own phone', async () => {
    const { api, token, elsewhere, userName, phone } = await memberTwice()
    await api.post('/member/getCode', { scene: 'changePwd' })
    const code = await codeSentTo(site, phone)
    const change = (form: object) => api.post('/member/changePwdByCode', { phone, code, ...both(NEW), ...form })
    expect((await change({ phone: newPhone() })).data.fields.phone).toBeTruthy()
    expect((await change({ code: code === '000000' ? '000001' : '000000' })).data.fields.code).toBeTruthy()
    expect(await change({})).toMatchObject({ code: 200 })
    expect([await isAlive(token), await isAlive(elsewhere)]).toEqual([true, false])
    expect(await signIn(userName, NEW)).toMatchObject({ code: 200 })
    expect(await change({})).toMatchObject({ code: 409 })
  })
})

describe('a forgotten password', () => {
  test('is set anew by a code; every sign-in ends', async () => {
    const { token, elsewhere, userName, phone } = await memberTwice()
    const code = await codeFor(site, { scene: 'reset', phone })
    expect((await reset({ phone, code, ...both(`I am ${userName}`) })).data.fields.newPwd).toContain('用户名')
    expect(await reset({ phone, code, ...both(NEW) })).toMatchObject({ code: 200 })
    expect([await isAlive(token), await isAlive(elsewhere)]).toEqual([false, false])
    expect(await signIn(userName, NEW)).toMatchObject({ code: 200 })
    expect((await textsTo(site, phone))[0]).toContain('登录密码已修改')
  })

  test('is set once, of fifty at the same moment', async () => {
    const { phone } = await memberTwice()
    const code = await codeFor(site, { scene: 'reset', phone })
    const answers = await Promise.all(Array.from({ length: 50 }, () => reset({ phone, code, ...both(NEW) })))
    expect(answers.filter(answer => answer.code === 200)).toHaveLength(1)
    expect(answers.every(answer => [200, 400, 409].includes(answer.code))).toBe(true)
  })

  test('of a phone without an account is refused like a wrong code', async () => {
    const { phone } = await memberTwice()
    const code = await codeFor(site, { scene: 'reset', phone })
    const wrong = code === '000000' ? '000001' : '000000'
    expect(await reset({ phone: newPhone(), code: wrong, ...both(NEW) })).toEqual(
      await reset({ phone, code: wrong, ...both(NEW) }),
    )
  })

  test('opens the door again to its owner who had tried too often', async () => {
    const { userName, phone } = await memberTwice()
    const api = site.from(newAddress())
    for (const _ of '123') await api.post('/login', { account: userName, password: 'forgotten' })
    expect((await api.post('/login', { account: userName, password: NEW })).data.fields.captcha).toBeTruthy()
    const code = await codeFor(site, { scene: 'reset', phone })
    await api.post('/pwd/resetByCode', { phone, code, ...both(NEW) })
    expect(await api.post('/login', { account: userName, password: NEW })).toMatchObject({ code: 200 })
  })
})

describe('a member changes the phone', () => {
  async function codes(member: Awaited<ReturnType<typeof signUp>>, newPhone: string) {
    await member.api.post('/member/getCode', { scene: 'changePhone' })
    await site.as(member.token, newAddress()).post('/member/getCode', { scene: 'newPhone', phone: newPhone })
    return { code: await codeSentTo(site, member.phone), newCode: await codeSentTo(site, newPhone) }
  }

  test('with a code to each; both phones are told, and other sign-ins end', async () => {
    const member = await memberTwice()
    const phone = newPhone()
    const sent = await codes(member, phone)
    const changed = await member.api.post('/member/changePhone', { ...sent, newPhone: phone })
    expect(changed).toMatchObject({ code: 200, data: { phone: `139****${phone.slice(-4)}` } })
    for (const told of [phone, member.phone]) expect((await textsTo(site, told))[0]).toContain('手机号已更换')
    expect([await isAlive(member.token), await isAlive(member.elsewhere)]).toEqual([true, false])
    expect(await signIn(phone, PASSWORD)).toMatchObject({ code: 200 })
    expect(await signIn(member.phone, PASSWORD)).toMatchObject({ code: 400 })
  })

  test('not with the codes exchanged, and not to the present one', async () => {
    const member = await memberTwice()
    const phone = newPhone()
    const { code, newCode } = await codes(member, phone)
    if (code !== newCode) {
      const exchanged = await member.api.post('/member/changePhone', { code: newCode, newCode: code, newPhone: phone })
      expect(exchanged.data.fields).toEqual({ code: expect.any(String) })
    }
    const same = await member.api.post('/member/changePhone', { code, newCode, newPhone: member.phone })
    expect(same.data.fields.newPhone).toContain('相同')
  })

  test('to one that two want at once: one gets it', async () => {
    const [one, other] = [await memberTwice(), await memberTwice()]
    const phone = newPhone()
    const first = await codes(one, phone)
    await advanceTime(site, 1)
    await other.api.post('/member/getCode', { scene: 'changePhone' })
    await site.as(other.token, newAddress()).post('/member/getCode', { scene: 'newPhone', phone })
    const newCode = await codeSentTo(site, phone)
    const answers = await Promise.all([
      one.api.post('/member/changePhone', { code: first.code, newCode, newPhone: phone }),
      other.api.post('/member/changePhone', { code: await codeSentTo(site, other.phone), newCode, newPhone: phone }),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
  })
})
