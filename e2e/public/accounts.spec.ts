import {
  fill,
  newCreditCode,
  newMember,
  newPhone,
  newUserName,
  PASSWORD,
  press,
  receiveCode,
  signIn,
  summary,
  token,
} from '../support/accounts.ts'
import { faultsOf } from '../support/axe.ts'
import { codeTo, dropSession, expect, phone as phoneScreen, test } from '../support/test.ts'

test.describe('registering', () => {
  // The page after registration is not tested here and may belong to another part.
  test.use({ provokes: /404/ })

  test('meets every mistake once, loses nothing that was typed, and ends signed in', async ({ page, visit }) => {
    await visit('/admin/login/register')
    await press(page, '注册')
    await expect(summary(page)).toBeFocused()
    await expect(summary(page).getByRole('heading')).toHaveText('有 6 处需要更正')
    await expect(page).toHaveTitle(/^错误：/)
    expect(await faultsOf(page)).toEqual([])
    await summary(page).getByRole('link', { name: '请填写统一社会信用代码' }).click()
    await expect(page.getByLabel('统一社会信用代码', { exact: true })).toBeFocused()

    const phone = newPhone()
    const userName = newUserName()
    await fill(page, '单位名称', '锅炉')
    await fill(page, '统一社会信用代码', '91110105MA0000000O')
    await page.getByLabel('用户名').fill('7th')
    await fill(page, '密码', 'woaini1314')
    await fill(page, '联系人手机号', '1390000')
    await fill(page, '短信验证码', '000000')
    await page.getByLabel('我已阅读并同意《隐私政策》').check()
    await press(page, '注册')
    for (const words of ['至少 4 个字', '不会出现“O”', '以字母开头', '太常见', '应为 11 位数字', '同意用户协议'])
      await expect(summary(page).getByRole('link', { name: new RegExp(words) })).toBeVisible()
    await expect(page.getByLabel('单位名称')).toHaveValue('锅炉')
    await expect(page.getByLabel('密码', { exact: true })).toHaveValue('woaini1314')

    await fill(page, '单位名称', '北京测试锅炉清洗有限公司')
    await fill(page, '统一社会信用代码', newCreditCode().toLowerCase())
    await page.getByLabel('用户名').fill('QINGYUAN')
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
    await page.getByLabel('用户名').fill(userName)
    await press(page, '注册')
    await expect(page).toHaveURL('/admin/user/profile')
    expect(await token(page)).toBeTruthy()
    await expect(page.getByText('欢迎 北京测试锅炉清洗有限公司 用户中心').first()).toBeAttached()
  })

  test('as a person works on a phone, and the other choice keeps what was typed', { tag: '@night' }, async ({
    browser,
    baseURL,
  }) => {
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
    await page.getByLabel('用户名').fill(newUserName())
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

test('a member sets a new password with the old one, and another with a text', { tag: '@night' }, async ({
  page,
  visit,
}) => {
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
  // The third text message: after the registration code and the notice of the changed account name.
  await type(/^验证码/, await codeTo(phone, { sent: 3 }))
  await change('除氧器要常排污 3')
  await expect(card.getByText('密码已修改，其他设备上的登录已退出。')).toBeVisible()
  await dropSession(page)
  await enter('除氧器要常排污 3')
})
