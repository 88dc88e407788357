import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { creditCodeCheck } from '../src/lib/creditCode.ts'
import { DEMO_PASSWORD } from '../src/modules/accounts/demoAccounts.ts'
import { solve } from '../test/captcha.ts'
import { faultsOf } from './axe.ts'
import { tabTo } from './keys.ts'
import { ask, codeTo, expect, lookInto, phone as phoneScreen, test, textsTo } from './test.ts'

const PASSWORD = '清洗之前先看水质 7'
const digits = (count: number) => String(randomInt(10 ** count)).padStart(count, '0')
const newPhone = () => `13900${digits(6)}`
const newUserName = () => `unit_${digits(8)}`
function newCreditCode() {
  const first17 = `91110105MA${digits(7)}`
  return first17 + creditCodeCheck(first17)
}

const summary = (page: Page) => page.getByRole('alert').filter({ has: page.getByRole('heading') })
const fill = (page: Page, label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()

async function answerQuestion(page: Page) {
  const field = page.getByLabel(/^验证问题/)
  await expect(field).toBeVisible()
  const label = await page.locator('label[for=captcha]').textContent()
  await field.fill(solve(label!.replace('验证问题：', '')))
}

/** As a visitor does it: the button, the question, the text on the phone. */
async function receiveCode(page: Page, phone: string, { sent = 1 } = {}) {
  await press(page, '获取验证码')
  await answerQuestion(page)
  await press(page, '回答并获取')
  await expect(page.getByText(`验证码已发送到 ${phone}`)).toBeVisible()
  await fill(page, '短信验证码', await codeTo(phone, { sent }))
}

/** By the calls alone, where registering is not what is looked at. */
async function newMember(page: Page) {
  const { captchaId, question } = await ask('/captcha')
  const member = { userName: newUserName(), phone: newPhone(), creditCode: newCreditCode() }
  const post = async (path: string, data: object) => {
    const { code, msg } = await (await page.request.post(`/api${path}`, { data })).json()
    if (code !== 200) throw new Error(`${path}: ${msg}`)
  }
  await post('/member/getCode', { scene: 'register', phone: member.phone, captchaId, captcha: solve(question) })
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

const token = (page: Page) => page.evaluate(() => localStorage.getItem('token'))
const login = (dir: unknown) => `/admin/login/login?dir=${encodeURIComponent(JSON.stringify(dir))}`

async function signIn(page: Page, account: string, password: string) {
  await fill(page, '用户名、手机号或统一社会信用代码', account)
  await fill(page, '密码', password)
  await press(page, '登录')
}

test.describe('registering', () => {
  // What comes behind is not looked at here, and may be another part's page.
  test.use({ provokes: /404/ })

  test('meets every mistake once, loses nothing that was typed, and ends signed in', async ({ page, visit }) => {
    await visit('/admin/login/register')
    await press(page, '注册')
    await expect(summary(page)).toBeFocused()
    await expect(summary(page).getByRole('heading')).toHaveText('有 7 处需要更正')
    await expect(page).toHaveTitle(/^错误：/)
    expect(await faultsOf(page)).toEqual([])
    await summary(page).getByRole('link', { name: '请填写统一社会信用代码' }).click()
    await expect(page.getByLabel('统一社会信用代码', { exact: true })).toBeFocused()

    const phone = newPhone()
    const userName = newUserName()
    await fill(page, '单位名称', '锅炉')
    await fill(page, '统一社会信用代码', '91110105MA0000000O')
    await fill(page, '用户名', '7th')
    await fill(page, '密码', 'woaini1314')
    await fill(page, '联系人手机号', '1390000')
    await fill(page, '短信验证码', '000000')
    await page.getByLabel('我已阅读并同意《隐私政策》').check()
    await press(page, '注册')
    for (const words of ['4 到 60 个字', '应为 18 位', '以字母开头', '太常见', '应为 11 位数字', '同意用户协议'])
      await expect(summary(page).getByRole('link', { name: new RegExp(words) })).toBeVisible()
    await expect(page.getByLabel('单位名称')).toHaveValue('锅炉')
    await expect(page.getByLabel('密码', { exact: true })).toHaveValue('woaini1314')

    await fill(page, '单位名称', '北京测试锅炉清洗有限公司')
    await fill(page, '统一社会信用代码', newCreditCode().toLowerCase())
    await fill(page, '用户名', 'QINGYUAN')
    await fill(page, '密码', PASSWORD)
    await fill(page, '联系人手机号', `+86 ${phone}`)
    await page.getByLabel('我已阅读并同意《用户协议》').check()
    await press(page, '注册')
    await expect(summary(page).getByRole('link')).toHaveText([/^验证码不正确或已失效/])
    await fill(page, '联系人手机号', phone)
    await receiveCode(page, phone)
    await expect(page.getByRole('button', { name: /^\d+ 秒后可重发$/ })).toBeVisible()
    await press(page, '注册')
    await expect(summary(page).getByRole('link')).toHaveText(['这个用户名已被使用，请换一个'])
    await fill(page, '用户名', userName)
    await press(page, '注册')
    await expect(page).toHaveURL('/admin/user/profile')
    expect(await token(page)).toBeTruthy()
    await expect(page.getByText(`欢迎 ${userName} 用户中心`).first()).toBeAttached()
  })

  test('as a person works on a phone, and the other choice keeps what was typed', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ ...phoneScreen, baseURL, locale: 'zh-CN' })
    const page = await context.newPage()
    await page.goto('/admin/login/register')
    await fill(page, '单位名称', '北京测试锅炉清洗有限公司')
    await page.getByLabel('个人').check()
    await expect(page.getByLabel('单位名称')).toBeHidden()
    await page.getByLabel('单位企业').check()
    await expect(page.getByLabel('单位名称')).toHaveValue('北京测试锅炉清洗有限公司')
    await page.getByLabel('个人').check()
    const phone = newPhone()
    await fill(page, '姓名', '李晓明')
    await fill(page, '用户名', newUserName())
    await fill(page, '密码', PASSWORD)
    await fill(page, '手机号', phone)
    await receiveCode(page, phone)
    for (const name of ['隐私政策', '用户协议']) await page.getByLabel(`我已阅读并同意《${name}》`).check()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await press(page, '注册')
    await expect(page).toHaveURL('/admin/user/profile')
    await context.close()
  })
})

test.describe('signing in', () => {
  for (const [by, account] of [
    ['user name', 'qingyuan'],
    ['phone', '139 0000 0001'],
  ] as const)
    test(`by ${by} leads to the member centre`, async ({ page, visit }) => {
      await visit('/admin/login/login')
      await signIn(page, account, DEMO_PASSWORD)
      await expect(page).toHaveURL('/admin/user')
      await expect(page.getByText('欢迎 qingyuan 用户中心').first()).toBeAttached()
    })

  test.describe('', () => {
    test.use({ provokes: /404/ })
    test('by credit code works, too', async ({ page, visit }) => {
      const { creditCode } = await newMember(page)
      await visit('/admin/login/login')
      await signIn(page, creditCode, PASSWORD)
      await expect(page).toHaveURL('/admin/user/profile')
    })
  })

  test('leads back to where it was asked for, and nowhere else', async ({ page, visit }) => {
    await visit(login(['/admin/news/list', 26]))
    await signIn(page, 'qingyuan', DEMO_PASSWORD)
    await expect(page).toHaveURL('/admin/news/list/26')
    await visit(login(['/admin/verify']))
    await expect(page.getByText('您已经登录')).toBeVisible()
    await page.getByRole('link', { name: '继续前往' }).click()
    await expect(page).toHaveURL('/admin/verify')
    await visit(login(['https://evil.example/']))
    await expect(page.getByRole('link', { name: '进入会员中心' })).toHaveAttribute('href', '/admin/user')
    await press(page, '退出，换一个账号')
    await expect.poll(() => token(page)).toBeNull()
  })

  test('with a wrong password asks a question the third time, and lets through who answers it', async ({
    page,
    visit,
  }) => {
    await visit('/admin/login/login')
    for (const _ of '12') {
      await signIn(page, 'zhangwei', 'not my password')
      await expect(summary(page).getByRole('heading')).toHaveText('用户名或密码不正确')
      await expect(page.getByLabel(/^验证问题/)).toHaveCount(0)
    }
    await press(page, '登录')
    await expect(page.getByLabel(/^验证问题/)).toBeVisible()
    await expect(summary(page)).toBeFocused()
    await expect(page.getByLabel('密码', { exact: true })).toHaveValue('not my password')
    expect(await faultsOf(page)).toEqual([])
    await fill(page, '密码', DEMO_PASSWORD)
    await page.getByLabel(/^验证问题/).fill('99')
    await press(page, '登录')
    await expect(summary(page).getByRole('heading')).toHaveText('有 1 处需要更正')
    await answerQuestion(page)
    await press(page, '登录')
    await expect(page).toHaveURL('/admin/user')
  })

  test('needs no mouse', async ({ page, visit }) => {
    await visit('/admin/login/login')
    await tabTo(page, /^用户名、手机号/)
    await page.keyboard.type('qingyuan')
    await page.keyboard.press('Tab')
    await page.keyboard.type(DEMO_PASSWORD)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const password = page.getByLabel('密码', { exact: true })
    await expect(password).toHaveAttribute('type', 'text')
    await page.keyboard.press('Enter')
    await expect(password).toHaveAttribute('type', 'password')
    await page.keyboard.press('Shift+Tab')
    await expect(password).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/user')
  })

  test('puts no password into an address before the page is alive', async ({ page }) => {
    await page.route('**/assets/*.js', () => {})
    await page.goto('/admin/login/login', { waitUntil: 'commit' })
    await page.getByLabel('密码', { exact: true }).fill('secret words')
    await page.getByLabel('密码', { exact: true }).press('Enter')
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeDisabled()
    expect(page.url()).not.toContain('secret')
  })
})

test('a forgotten password is set anew by a text', async ({ page, visit }) => {
  const { phone, userName } = await newMember(page)
  await visit('/admin/login/login')
  await page.getByRole('link', { name: '忘记密码' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('找回密码')
  await press(page, '获取验证码')
  await expect(summary(page).getByRole('link')).toHaveText(['请填写手机号'])
  await fill(page, '手机号', phone)
  await receiveCode(page, phone, { sent: 2 })
  await fill(page, '新密码', '冬天停炉要保养 2')
  await fill(page, '再输入一次新密码', '冬天停炉要保养')
  await press(page, '重设密码')
  await expect(summary(page).getByRole('link')).toHaveText(['两次输入的新密码不一致'])
  await fill(page, '再输入一次新密码', '冬天停炉要保养 2')
  await press(page, '重设密码')
  await expect(page.getByText('新密码已经生效')).toBeFocused()
  expect(await faultsOf(page)).toEqual([])
  expect((await textsTo(phone)).join()).toContain(`账号 ${userName} 的登录密码已修改`)
})

test('a member sets a new password with the old one, and another with a text', async ({ page, visit }) => {
  const { phone, userName } = await newMember(page)
  const enter = async (password: string) => {
    await visit('/admin/login/login')
    await signIn(page, userName, password)
    await expect(page).toHaveURL('/admin/user/profile')
  }
  await enter(PASSWORD)
  await visit('/admin/user/security')
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: '修改密码', exact: true }) })
  const type = (label: RegExp, value: string) => card.getByRole('textbox', { name: label }).fill(value)
  const change = async (password: string) => {
    await type(/^新密码/, password)
    await type(/^再输入一次新密码/, password)
    await card.getByRole('button', { name: '修改密码' }).click()
  }
  await type(/^原密码/, '这不是原来的密码')
  await change('冬天停炉要保养 2')
  await expect(card.getByRole('alert').first()).toContainText('原密码')
  await type(/^原密码/, PASSWORD)
  await card.getByRole('button', { name: '修改密码' }).click()
  await expect(card.getByText('密码已修改，其他设备上的登录已退出。')).toBeVisible()
  await card.getByText('用短信验证码').click()
  await type(/^手机号/, phone)
  await card.getByRole('button', { name: '获取验证码' }).click()
  // After the code of the registration, and the notice of the change with the name of the account.
  await type(/^验证码/, await codeTo(phone, { sent: 3 }))
  await change('除氧器要常排污 3')
  await expect(card.getByText('密码已修改，其他设备上的登录已退出。')).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await enter('除氧器要常排污 3')
})
