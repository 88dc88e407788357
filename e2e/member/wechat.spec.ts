import { Phone } from '../outside/phone.ts'
import { codeFor, test } from '../outside/site.ts'
import { dropSession, expect, waitForHydration } from '../support/test.ts'

/** Phone of qingyuan in the demo association. */
const MOBILE = '13900000001'

test('a member binds a WeChat by scanning, and signs in by it on another desktop', async ({ page, own, browser }) => {
  const phone = await Phone.of('王敏', { browser, own })
  const number = () => page.locator('.wechat-number')

  await page.goto('/admin/login/login')
  await waitForHydration(page)
  await page.getByLabel('用户名、手机号或统一社会信用代码').fill('qingyuan')
  await page.getByLabel('密码', { exact: true }).fill('Hangxie-demo-2026')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/user/)
  await page.goto('/admin/user/security')
  await page.getByRole('link', { name: '绑定微信' }).click()
  await expect(page.getByText('还没有绑定微信')).toBeVisible()
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByRole('textbox', { name: '验证码' }).fill(await codeFor(own, MOBILE, '绑定或解绑微信'))
  await page.getByRole('button', { name: '下一步：显示二维码' }).click()
  await expect(page.getByRole('img', { name: '微信二维码' })).toBeVisible()
  await phone.confirm((await number().textContent())!, '绑定')
  await expect(page.getByRole('rowheader', { name: /^微信用户 / })).toBeVisible()
  await expect(page.getByText('收得到')).toBeVisible()

  await dropSession(page)
  await page.goto('/admin/login/login')
  await page.getByRole('link', { name: '微信登录' }).click()
  await expect(page.getByRole('img', { name: '微信二维码' })).toBeVisible()
  await phone.confirm((await number().textContent())!, '登录')
  await expect(page).toHaveURL(/\/admin\/user$/)
  await page.goto('/admin/user/security')
  await expect(page.getByText(/^qingyuan（/)).toBeVisible()
  await phone.close()
})

test('inside WeChat a page is shared as a card, and a link to a file says how to go on', { tag: '@night' }, async ({
  own,
  browser,
}) => {
  const userAgent =
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36 MicroMessenger/8.0.50'
  const context = await browser.newContext({ baseURL: own.url, userAgent, locale: 'zh-CN' })
  const page = await context.newPage()
  const told: string[] = []
  page.on('console', message => told.push(message.text()))
  // Mock of the WeChat script with the functions we use; that it runs at all shows that the page's CSP allows it.
  const script = `window.wx = { config: of => console.log('config ' + of.signature), ready: then => then(),
    updateAppMessageShareData: card => console.log('card ' + card.title + ' ' + card.link), updateTimelineShareData: () => {} }`
  await page.route('https://res.wx.qq.com/**', route => route.fulfill({ contentType: 'text/javascript', body: script }))
  await page.goto('/admin/news/list-info/3467?pa=26')
  await waitForHydration(page)
  await expect.poll(() => told.some(line => /^config [0-9a-f]{40}$/.test(line))).toBe(true)
  await expect
    .poll(() => told.some(line => line.startsWith('card ') && line.includes('/admin/news/list-info/3467')))
    .toBe(true)
  const file = page.locator('main a[href^="/api/"]').first()
  await file.click()
  const sheet = page.getByRole('dialog', { name: '在浏览器中打开' })
  await expect(sheet.getByText('请点右上角的“…”')).toBeVisible()
  await sheet.getByRole('button', { name: '知道了' }).click()
  await expect(sheet).toHaveCount(0)
  await context.close()
})
