import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { opened } from '../support/sound.ts'
import { expect, phone, test } from '../support/test.ts'

const dir = (target: string) => `/admin/login/login?dir=${encodeURIComponent(JSON.stringify([target]))}`
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const nav = (page: Page) => page.getByRole('navigation', { name: '会员中心', exact: true })

/** Screens of the member centre, each with a text that only it shows, and the entries of the menu that lead to it, where they are not its name alone. */
const screens = [
  { path: '/admin/user', name: '概览', shows: '未来 180 天到期' },
  { path: '/admin/user/doing', name: '在办事项', shows: '已办结' },
  { path: '/admin/user/messages', name: '消息', shows: '全部标为已读' },
  { path: '/admin/user/qualification', by: ['单位证书'], name: '能力评价', shows: '新的申请' },
  { path: '/admin/user/certificates', by: ['单位证书', '我的证书'], name: '我的证书', shows: '工业设备清洗单位 A级' },
  { path: '/admin/user/persons', by: ['人员与培训'], name: '人员', shows: '在册人员' },
  { path: '/admin/user/security', by: ['账号'], name: '账号安全', shows: '现有的登录' },
  { path: '/admin/user/privacy', by: ['账号', '个人信息'], name: '个人信息', shows: '我们保存了哪些信息' },
]

test.describe('without a sign-in', () => {
  test('the server sends a frame with links, and nothing that belongs to anybody', async ({ page }) => {
    const html = await (await page.request.get('/admin/user/security')).text()
    expect(html).toMatch(/<h1>账号安全<\/h1>/)
    expect(html).toContain('href="/admin/user/certificates"')
    expect(html).not.toMatch(/class="[^"]*ant-/)
  })

  test('the way in leads back to the same address', { tag: '@night' }, async ({ page, visit }) => {
    await visit('/admin/user/certificates?status=expiring')
    await expect(page).toHaveURL(dir('/admin/user/certificates?status=expiring'))
  })

  test('what is not there is answered with 404', async ({ page }) => {
    for (const path of ['/admin/user/nothing', '/admin/user/doing/abc', '/admin/user/doing/1/2'])
      expect((await page.request.get(path)).status(), path).toBe(404)
  })
})

test('whoever signs in comes back to where they wanted to be', { tag: '@night' }, async ({ page, visit }) => {
  await visit('/admin/user/certificates?status=expiring')
  await page.getByLabel(/用户名/).fill('qingyuan')
  await page.getByLabel('密码', { exact: true }).fill('Hangxie-demo-2026')
  await page.getByRole('main').getByRole('button', { name: '登录' }).click()
  await expect(page).toHaveURL('/admin/user/certificates?status=expiring')
  await expect(page.getByRole('rowheader', { name: /锅炉化学清洗单位 A级/ })).toBeVisible()
})

test.describe('a member who is signed in', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test.beforeEach(async ({ signIn }) => {
    await signIn('qingyuan')
  })

  test('goes from screen to screen by address, forward and back, with the heading in focus', async ({
    page,
    visit,
  }) => {
    await visit('/admin/user')
    for (const { name, path, shows, by = [name] } of screens.slice(1)) {
      for (const entry of by)
        await nav(page)
          .getByRole('link', { name: entry === '消息' ? /^消息/ : entry, exact: true })
          .click()
      await expect(page).toHaveURL(path)
      await expect(title(page, name)).toBeFocused()
      await expect(page.getByRole('main').getByText(shows).first()).toBeVisible()
      await expect(nav(page).locator('[aria-current="page"]')).toContainText(name)
    }
    await page.goBack()
    await expect(title(page, '账号安全')).toBeVisible()
    await page.goForward()
    await expect(title(page, '个人信息')).toBeVisible()
    await page.reload()
    await expect(page.getByText('我们保存了哪些信息')).toBeVisible()
  })

  test('reaches every entry of the menu by key on a low screen, without moving the page away', async ({
    page,
    visit,
  }) => {
    await page.setViewportSize({ width: 1366, height: 768 })
    await visit('/admin/user/profile')
    await opened(page)
    const entries = nav(page).getByRole('link')
    await entries.first().focus()
    for (const entry of await entries.all()) {
      await expect(entry).toBeFocused()
      await expect(entry).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Tab')
    }
    expect(await page.evaluate(() => scrollY)).toBeLessThan(200)
    await expect(nav(page).locator('section > ul > li')).toHaveCount(10)
  })

  test('follows the catalogue’s older addresses', { tag: '@night' }, async ({ page, visit }) => {
    await visit('/admin/user?tab=member')
    await expect(page).toHaveURL('/admin/user/membership')
  })

  test('narrows a list, and the address keeps it', { tag: '@night' }, async ({ page, visit }) => {
    await visit('/admin/user/certificates')
    await expect(page.getByRole('rowheader')).toHaveCount(4)
    await page.getByRole('combobox', { name: '状态' }).click()
    await page.getByTitle('即将到期').click()
    await expect(page).toHaveURL('/admin/user/certificates?status=expiring')
    await expect(page.getByRole('rowheader')).toHaveCount(1)
    await page.goBack()
    await expect(page.getByRole('rowheader')).toHaveCount(4)
  })

  test('works with the keyboard alone', { tag: '@night' }, async ({ page, visit }) => {
    await visit('/admin/user')
    await nav(page).getByRole('link', { name: '账号', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(title(page, '账号安全')).toBeFocused()
    await page.getByRole('textbox', { name: /^原密码/ }).focus()
    await page.keyboard.type('not the password')
    // Past the button that shows what was typed.
    for (const text of ['qing chen de guolu', 'another one']) {
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.type(text)
    }
    await page.keyboard.press('Enter')
    const summary = page.getByRole('alert').filter({ hasText: '两次输入的新密码不一致' })
    await expect(summary).toBeFocused()
    await expect(page).toHaveTitle(/^错误：/)
    expect(await faultsOf(page)).toEqual([])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel(/再输入一次新密码/)).toBeFocused()
  })

  test('opens a list and a question by keyboard, without a fault, and Escape leads back', { tag: '@night' }, async ({
    page,
    visit,
  }) => {
    await visit('/admin/user/certificates')
    const state = page.getByRole('combobox', { name: '状态' })
    await state.press('ArrowDown')
    await expect(page.getByTitle('即将到期')).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await visit('/admin/user/privacy')
    const button = page.getByRole('main').getByRole('button', { name: '注销账号' })
    await button.press('Enter')
    const dialog = page.getByRole('dialog', { name: '确认注销账号' })
    await dialog.getByLabel(/登录密码/).fill('not the password')
    await page.keyboard.press('Enter')
    await expect(dialog.locator('.field-error, [role=alert]').first()).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(button).toBeFocused()
  })

  test('takes the ends of the certificates along as a calendar', { tag: '@night' }, async ({ page, visit }) => {
    await visit('/admin/user')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: /下载日历/ }).click()
    expect((await saved).suggestedFilename()).toBe('到期与日程.ics')
  })

  test('is asked, before the session ends, whether to go on', async ({ page, visit }) => {
    await page.clock.install()
    await visit('/admin/user/security')
    // Wait for all requests of the header and this screen: an answer that arrives after the clock moved would count as
    // activity.
    await expect(page.getByRole('banner').getByRole('link', { name: /^欢迎 北京清源/ })).toBeVisible()
    await expect(page.getByRole('cell', { name: '正在使用' })).toBeVisible()
    const warning = page.getByRole('alertdialog', { name: '即将自动退出' })
    await page.clock.runFor(26 * 60_000)
    await expect(warning).toHaveCount(0)
    await page.clock.runFor(70_000)
    await expect(warning.getByRole('button', { name: '继续使用' })).toBeFocused()
    expect(await faultsOf(page)).toEqual([])
    const prolonged = page.waitForResponse('**/api/member/info')
    await page.keyboard.press('Enter')
    await prolonged
    await expect(warning).toHaveCount(0)
  })

  test('leaves nothing of theirs on the screen of another window', { tag: '@night' }, async ({
    context,
    page,
    visit,
  }) => {
    await visit('/admin/user/security')
    await expect(page.getByRole('cell', { name: '正在使用' })).toBeVisible()
    const other = await context.newPage()
    await other.goto('/admin/user/certificates')
    await expect(other.getByRole('rowheader')).toHaveCount(4)
    // Wait until both windows have loaded: a request still under way would rightly be refused after sign-out.
    for (const window of [page, other])
      await expect(window.getByRole('banner').getByRole('link', { name: /^欢迎 北京清源/ })).toBeVisible()
    await page.getByRole('banner').getByRole('button', { name: '退出' }).click()
    await expect(page).toHaveURL('/admin/home/dash')
    await expect(other.getByText('您已退出登录。')).toBeVisible()
    expect(await faultsOf(other)).toEqual([])
    await expect(other.getByRole('rowheader')).toHaveCount(0)
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('one button brings every screen up from below, each big enough for a finger, to be found by its name', async ({
    page,
    visit,
    signIn,
  }) => {
    await signIn('qingyuan')
    await visit('/admin/user/privacy')
    await opened(page)
    const button = page.getByRole('button', { name: /^会员中心菜单/ })
    const sheet = page.getByRole('dialog', { name: '会员中心' })
    await expect(nav(page)).toBeHidden()
    await button.tap()
    await expect(sheet.getByRole('link', { name: '个人信息' })).toHaveAttribute('aria-current', 'page')
    for (const link of await sheet.getByRole('link').all())
      expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    expect(await faultsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(button).toBeFocused()

    await button.tap()
    const search = sheet.getByRole('searchbox', { name: '查找会员中心的页面' })
    await search.fill('不会有')
    await expect(sheet.getByText('没有叫“不会有”的页面')).toBeVisible()
    await search.fill('zhaq')
    await expect(sheet.getByRole('link')).toHaveText(['账号安全'])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/user/security')
    await expect(sheet).toBeHidden()
    await expect(page.getByText('现有的登录')).toBeVisible()
  })
})
