import type { Page } from '@playwright/test'
import { doWork, solve } from '#test/support/captcha.ts'
import { ask, codeTo, expect, lookInto, textsTo } from './test.ts'
import { newCreditCode, newPhone, newUserName } from './uniqueValues.ts'

export { newCreditCode, newPhone, newUserName }

export const PASSWORD = '清洗之前先看水质 7'

export const summary = (page: Page) => page.getByRole('alert').filter({ has: page.getByRole('heading') })
export const fill = (page: Page, label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)
export const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

export async function answerQuestion(page: Page) {
  const field = page.getByLabel(/^验证问题/)
  await expect(field).toBeVisible()
  const label = await page.locator('label[for=field-captcha]').textContent()
  await field.fill(solve(label!.replace('验证问题：', '')))
}

/** Requests an SMS code as a visitor does and reads it; the browser solves the captcha meanwhile. */
export async function receiveCode(page: Page, phone: string, { sent = 1 } = {}) {
  await press(page, '获取验证码')
  await expect(page.getByText(`验证码已发送到 ${phone}`)).toBeVisible()
  await fill(page, '短信验证码', await codeTo(phone, { sent }))
}

/** Creates a member through API calls only, where registering is not what is tested. */
export async function newMember(page: Page) {
  const { captchaId, work } = await ask('/captcha')
  const member = { userName: newUserName(), phone: newPhone(), creditCode: newCreditCode() }
  const post = async (path: string, data: object) => {
    const { code, msg } = await (await page.request.post(`/api${path}`, { data })).json()
    if (code !== 200) throw new Error(`${path}: ${msg}`)
  }
  await post('/member/getCode', { scene: 'register', phone: member.phone, captchaId, captcha: await doWork(work) })
  const agree = (await ask('/document')).map(({ document, version }: Record<string, string>) => ({ document, version }))
  await post('/register', {
    ...member,
    accountType: 'organisation',
    orgName: '北京测试锅炉清洗有限公司',
    password: PASSWORD,
    agree,
    code: await codeTo(member.phone),
  })
  await aMinuteLater(member.phone)
  return member
}

/** Codes are sent once a minute; nobody waits for that here. */
async function aMinuteLater(phone: string) {
  expect(await textsTo(phone)).not.toEqual([])
  const database = await lookInto()
  await database.query(`update attempt set at = at - interval '1 minute' where purpose in ('codeTo', 'codeFrom')`)
  await database.end()
}

export const token = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

export async function signIn(page: Page, account: string, password: string) {
  await fill(page, '用户名、手机号或统一社会信用代码', account)
  await fill(page, '密码', password)
  await press(page, '登录')
}
