import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import {
  advanceTime,
  codeFor,
  newAddress,
  newPhone,
  PASSWORD,
  registration,
  signUp,
  textsTo,
} from '#test/support/make.ts'
import { dayOrNight } from '#test/support/night.ts'
import { account, consent } from './server/tables.ts'

setUpSite({ demo: true })

const send = (form: object) => site.from(newAddress()).post('/register', form)
const ready = async (wanted: Parameters<typeof registration>[1] = {}) => {
  const form = await registration(site, wanted)
  return { ...form, code: await codeFor(site, { scene: 'register', phone: form.phone }) }
}
const count = (codes: number[]) => Object.groupBy(codes, String)

test('an organisation registers and is signed in; who it is has still to be completed', async () => {
  const form = await ready()
  const { code, data } = await send({ ...form, phone: `+86 ${form.phone.slice(0, 3)} ${form.phone.slice(3)}` })
  expect(code).toBe(200)
  expect(data).toMatchObject({ needComplete: true, member: { userName: form.userName } })
  expect(await site.as(data.token).get('/member/info')).toMatchObject({ data: { accountType: 'organisation' } })
  const [row] = await site.services.db.select().from(account).where(eq(account.userName, form.userName))
  expect(row).toMatchObject({ displayName: form.orgName, creditCode: form.creditCode })
  expect(row!.passwordHash).toMatch(/^\$argon2id\$/)
  expect(JSON.stringify(row)).not.toContain(form.phone)
})

test('both documents are agreed to in their current versions, and that is kept with the address', async () => {
  const { accountId, agree } = await signUp(site, { accountType: 'person' })
  const rows = await site.services.db.select().from(consent).where(eq(consent.accountId, accountId))
  expect(rows.map(({ document, version }) => ({ document, version }))).toEqual(agree)
  expect(rows.every(({ action, address }) => action === 'given' && address)).toBe(true)

  const form = await ready()
  const withdrawn = form.agree.map(one => ({ ...one, version: '2019-01' }))
  for (const agree of [[], form.agree.slice(1), withdrawn, [...form.agree, ...form.agree]]) {
    const { code, data } = await send({ ...form, agree })
    expect(code).toBe(400)
    expect(data.fields.agree).toBeTruthy()
  }
})

test('everything that is wrong is told at once, beside its field', async () => {
  const { code, data } = await send({
    accountType: 'organisation',
    userName: '1abc',
    phone: '12345',
    code: '',
    password: 'short',
    orgName: '甲',
    creditCode: '91350100M000100Y4Z',
    agree: [],
  })
  expect(code).toBe(400)
  expect(Object.keys(data.fields).sort()).toEqual(
    ['agree', 'code', 'creditCode', 'orgName', 'password', 'phone', 'userName'].sort(),
  )
})

test('what only the server knows is told in the same round: a wrong code, and with a right one who is there already', async () => {
  const { userName } = await ready()
  await signUp(site, { userName })
  const form = { ...(await ready()), userName, password: 'short', agree: [] }
  const wrong = await send({ ...form, code: form.code === '000000' ? '000001' : '000000' })
  expect(Object.keys(wrong.data.fields).sort()).toEqual(['agree', 'code', 'password'])
  expect(wrong.data.fields.agree).toContain('和')
  const right = await send(form)
  expect(Object.keys(right.data.fields).sort()).toEqual(['agree', 'password', 'userName'])
  expect(
    await send({ ...(await ready()), phone: form.phone, code: form.code }),
    'the code is still good',
  ).toMatchObject({
    code: 200,
  })
})

describe('a password', () => {
  test.each([
    ['1234567', '至少 8 个字符'],
    ['水'.repeat(129), '不能超过 128'],
    ['woaini1314', '太常见'],
    ['WoAiNi1314', '太常见'],
    ['19881018', '太常见'],
    ['88888888', '太常见'],
    ['23456789', '太常见'],
    ['my NAME_OF_MINE', '用户名'],
    ['tel13900007777', '手机号'],
    ['我爱锅炉水协，真的', '协会'],
  ])('like %j is refused', async (password, words) => {
    const form = await registration(site, { userName: 'name_of_mine', phone: '13900007777', password })
    const { data } = await send({ ...form, code: '000000' })
    expect(data.fields.password).toContain(words)
  })

  test.each(['锅炉里的水要软一点', ' two spaces around ', `${'长'.repeat(127)}1`, 'tr0ub4dor&3🔥'])(
    'like %j is taken as it is',
    async password => {
      const { userName } = await signUp(site, { password })
      const { code } = await site.from(newAddress()).post('/login', { account: userName, password })
      expect(code).toBe(200)
    },
  )
})

describe('there is one account', () => {
  const MANY = dayOrNight(12, 50)

  test('for a phone, of many registrations at once', async () => {
    const form = await ready()
    const forms = await Promise.all(
      Array.from({ length: MANY }, async () => ({ ...(await registration(site)), phone: form.phone, code: form.code })),
    )
    const answers = await Promise.all(forms.map(send))
    const codes = count(answers.map(({ code }) => code))
    expect(codes[200]).toHaveLength(1)
    expect(Object.keys(codes).filter(code => !['200', '409'].includes(code))).toEqual([])
    expect(answers.find(({ code }) => code === 409)!.msg).toMatch(/已有账号|已经用过/)
  })

  test.each(['creditCode', 'userName'] as const)('for a %s, of many registrations at once', async field => {
    const { [field]: wanted } = await registration(site)
    const forms = await Promise.all(Array.from({ length: MANY }, () => ready({ [field]: wanted })))
    const answers = await Promise.all(forms.map(send))
    const codes = count(answers.map(({ code }) => code))
    expect(codes[200]).toHaveLength(1)
    expect(codes[409]).toHaveLength(MANY - 1)
    expect(Object.keys(answers.find(({ code }) => code === 409)!.data.fields)).toEqual([field])
  })

  test('for a user name, however it is written', async () => {
    const { userName } = await signUp(site)
    expect(await send(await ready({ userName: userName.toUpperCase() }))).toMatchObject({
      code: 409,
      data: { fields: { userName: '这个用户名已被使用，请换一个' } },
    })
  })

  test('for an organisation: who comes second is shown the way, and of all that is taken at once', async () => {
    const { userName, creditCode } = await signUp(site)
    const { msg, data } = await send(await ready({ creditCode, userName }))
    expect(msg).toContain('该单位已有账号')
    expect(msg).toContain('联系人变更')
    expect(Object.keys(data.fields)).toEqual(['creditCode', 'userName'])
  })

  test('and a user name is given to who names none', async () => {
    const { code, data } = await send({ ...(await ready()), userName: ' ' })
    expect(code).toBe(200)
    expect(data.member.userName).toMatch(/^u\d{10}$/)
  })

  test('and who has none of the codes does not learn that', async () => {
    const { userName, creditCode } = await signUp(site)
    const { code, data } = await send({ ...(await registration(site, { userName, creditCode })), code: '000000' })
    expect(code).toBe(400)
    expect(Object.keys(data.fields)).toEqual(['code'])
  })

  test('and a refusal leaves the code good, so that the form can be corrected', async () => {
    const { userName } = await signUp(site)
    const form = await ready({ userName })
    expect(await send(form)).toMatchObject({ code: 409 })
    expect(await send({ ...form, userName: `${userName}_b` })).toMatchObject({ code: 200 })
  })
})

test('a phone that has an account is asked for like any other; only its owner is told', async () => {
  const { phone } = await signUp(site)
  await advanceTime(site, 1)
  await expect(codeFor(site, { scene: 'register', phone })).resolves.toBeTruthy()
  const [newest, ...before] = await textsTo(site, phone)
  expect(newest).toContain('有人正用您的手机号注册')
  expect(newest).not.toMatch(/\d{6}/)
  expect(before).toHaveLength(1)
  const guess = await send({ ...(await registration(site, { phone })), code: '123456' })
  expect(guess).toMatchObject({ code: 400, data: { fields: { code: expect.stringContaining('验证码') } } })
})

test('a user name that is a credit code would never be found at sign-in, and is refused', async () => {
  const form = await registration(site, { userName: 'N2110105MA00DEM14D', phone: newPhone(), password: PASSWORD })
  const valid = [...'0123456789ABCDEFGHJKLMNPQRTUWXY'].map(last => `${form.userName.slice(0, 17)}${last}`)
  const answers = await Promise.all(valid.map(userName => send({ ...form, userName, code: '000000' })))
  expect(answers.filter(({ data }) => data.fields.userName)).toHaveLength(1)
})

test('the documents say who processes what for which purpose, and how to be heard', async () => {
  const { data } = await site.get('/document/privacy')
  const whole = JSON.stringify(data)
  for (const word of ['处理者', '目的', '保存', '注销', '撤回', '投诉', '锅炉']) expect(whole).toContain(word)
  expect(await site.get('/document/terms')).toMatchObject({ data: { title: '用户协议' } })
  expect(await site.get('/document/nothing')).toMatchObject({ code: 400 })
})
