import { DEMO_PASSWORD } from '../../src/modules/accounts/demoNames.ts'
import {
  answerQuestion,
  fill,
  newMember,
  PASSWORD,
  press,
  receiveCode,
  signIn,
  summary,
  token,
} from '../support/accounts.ts'
import { faultsOf } from '../support/axe.ts'
import { tabTo } from '../support/keys.ts'
import { expect, test, textsTo } from '../support/test.ts'

const login = (dir: unknown) => `/admin/login/login?dir=${encodeURIComponent(JSON.stringify(dir))}`

test.describe('signing in', () => {
  for (const [by, account] of [
    ['user name', 'qingyuan'],
    ['phone', '139 0000 0001'],
  ] as const)
    test(`by ${by} leads to the member centre`, { tag: '@night' }, async ({ page, visit }) => {
      await visit('/admin/login/login')
      await signIn(page, account, DEMO_PASSWORD)
      await expect(page).toHaveURL('/admin/user')
      await expect(page.getByText('欢迎 北京清源锅炉清洗有限公司 用户中心').first()).toBeAttached()
    })

  test.describe('', () => {
    test.use({ provokes: /404/ })
    test('by credit code works, too', { tag: '@night' }, async ({ page, visit }) => {
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

  test('after three wrong passwords the browser does some work, and nobody is asked anything', async ({
    page,
    visit,
  }) => {
    await visit('/admin/login/login')
    for (const _ of '1234') {
      await signIn(page, 'taishan', 'not my password')
      await expect(summary(page).getByRole('heading')).toHaveText('用户名或密码不正确')
    }
    const worked = page.waitForResponse('**/api/captcha')
    await signIn(page, 'taishan', DEMO_PASSWORD)
    await worked
    await expect(page).toHaveURL('/admin/user')
    await expect(page.getByLabel(/^验证问题/)).toHaveCount(0)
  })

  test('a browser that cannot do the work asks a question after three wrong passwords, and lets through who answers it', {
    tag: '@night',
  }, async ({ page, visit }) => {
    await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }))
    await visit('/admin/login/login')
    for (const _ of '123') {
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
    // A new question is shown, without an answer.
    await expect(page.getByLabel(/^验证问题/)).toHaveValue('')
    await expect(summary(page).getByRole('heading')).toHaveText('有 1 处需要更正')
    await answerQuestion(page)
    await press(page, '登录')
    await expect(page).toHaveURL('/admin/user')
  })

  test('needs no mouse', { tag: '@night' }, async ({ page, visit }) => {
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

  test('puts no password into an address before the page is alive', { tag: '@night' }, async ({ page }) => {
    await page.route('**/assets/*.js', () => {})
    await page.goto('/admin/login/login', { waitUntil: 'commit' })
    await page.getByLabel('密码', { exact: true }).fill('secret words')
    await page.getByLabel('密码', { exact: true }).press('Enter')
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeDisabled()
    expect(page.url()).not.toContain('secret')
  })
})

test('a forgotten password is set anew by a text', async ({ page, visit }) => {
  const { phone, userName, creditCode } = await newMember(page)
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
  // A number may be another's by now: the account of a company asks for what is the company's.
  await expect(page.getByLabel('单位的统一社会信用代码')).toBeVisible()
  await fill(page, '单位的统一社会信用代码', creditCode)
  await press(page, '重设密码')
  await expect(page.getByText('新密码已经生效')).toBeFocused()
  expect(await faultsOf(page)).toEqual([])
  await expect.poll(async () => (await textsTo(phone)).join()).toContain(`账号 ${userName} 的登录密码已修改`)
})
