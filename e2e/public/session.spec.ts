import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { expect, signInBy, test, waitForHydration } from '../support/test.ts'

const dir = (target: string) => `/admin/login/login?dir=${encodeURIComponent(JSON.stringify([target]))}`
const token = (page: Page) => page.evaluate(() => localStorage.getItem('token'))
const answer = (code: number, msg: string) => ({ json: { code, data: null, msg } })
const join = async (page: Page) => {
  const menu = page.getByRole('navigation', { name: '主导航' })
  await menu.getByRole('button', { name: '会员服务' }).hover()
  await menu.getByRole('link', { name: '我要入会' }).click()
}

test.describe('an entry that needs a sign-in', () => {
  test('sends an anonymous visitor to sign-in, with the target as a JSON array', async ({ page, visit }) => {
    await visit('/admin/verify')
    await join(page)
    await expect(page).toHaveURL(dir('/admin/user?tab=member'))
  })

  test('goes straight there for who is signed in', { tag: '@night' }, async ({ page, visit, signIn }) => {
    await signIn('qingyuan')
    await visit('/admin/verify')
    await join(page)
    await expect(page).toHaveURL('/admin/user/membership')
  })
})

test.describe('a member who is signed in', () => {
  test('is greeted by name, and leaves: the token is gone, here and on the server', async ({ page, visit, signIn }) => {
    const given = await signIn('qingyuan')
    const infos: string[] = []
    page.on('request', request => void (/\/api\/member\/info$/.test(request.url()) && infos.push(request.url())))
    await visit('/admin/news/list/21')
    const welcome = page.getByRole('banner').getByRole('link', { name: '欢迎 北京清源锅炉清洗有限公司 用户中心' })
    await expect(welcome).toHaveAttribute('href', '/admin/user')
    await expect(page.getByRole('link', { name: '登录', exact: true })).toHaveCount(0)
    await expect(welcome).toBeVisible()
    expect(infos, 'the header and the menu of a phone ask once').toHaveLength(1)
    const asked: string[] = []
    page.on('request', request => {
      const { pathname, search } = new URL(request.url())
      // A picture may stand in several places; the browser has it then, and asks all the same.
      if (pathname.startsWith('/api/') && !pathname.startsWith('/api/file/')) asked.push(pathname + search)
    })
    await page.getByRole('button', { name: '退出' }).click()
    await expect(page).toHaveURL('/admin/home/dash')
    expect(asked, 'nothing of it twice').toEqual([...new Set(asked)])
    const heading = page.getByRole('heading', { level: 1 })
    // As after a navigation within the page.
    await heading.evaluate((of: HTMLElement) => {
      of.tabIndex = -1
      of.focus()
    })
    await expect(heading).toBeFocused()
    expect((await heading.boundingBox())!.height, 'the heading is heard, and takes no room').toBeLessThan(2)
    await expect(page.getByRole('link', { name: '登录', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: '注册', exact: true })).toBeVisible()
    expect(await token(page)).toBeNull()
    const after = await page.request.get('/api/member/info', { headers: { token: given } })
    expect(after.status()).toBe(401)
  })

  test('is signed out in every window at once', { tag: '@night' }, async ({ context, page, visit, signIn }) => {
    await signIn('qingyuan')
    await visit('/admin/verify')
    const other = await context.newPage()
    await other.goto('/admin/news/list/21')
    // Wait until both windows know who is signed in, so that neither has a request under way when the other signs out.
    for (const window of [page, other])
      await expect(
        window.getByRole('banner').getByRole('link', { name: '欢迎 北京清源锅炉清洗有限公司 用户中心' }),
      ).toBeVisible()
    await page.getByRole('button', { name: '退出' }).click()
    await expect(other.getByRole('link', { name: '登录', exact: true })).toBeVisible()
  })
})

test.describe('a member who leaves while something is still being asked', () => {
  // The answer is a refusal, of which the browser complains.
  test.use({ provokes: /status of 401/ })

  test('stays on the home page: nobody asks them to sign in first', { tag: '@night' }, async ({
    page,
    visit,
    signIn,
  }) => {
    await signIn('qingyuan')
    const { promise: mayGo, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/api/member/info', async route => {
      await mayGo
      await route.continue()
    })
    await visit('/admin/user/doing')
    const left = page.waitForResponse('**/api/logout')
    await page.getByRole('button', { name: '退出' }).click()
    await expect(page).toHaveURL('/admin/home/dash')
    await left
    const refused = page.waitForResponse('**/api/member/info')
    letGo()
    expect((await refused).status()).toBe(401)
    await (await refused).finished()
    // Wait two frames, until the answer has been processed.
    await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await expect(page).toHaveURL('/admin/home/dash')
    await expect(page.getByRole('alert').filter({ hasText: '请先登录' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: '登录', exact: true })).toBeVisible()
  })
})

test.describe('every call of the API carries the header token', () => {
  const tokensOf = (page: Page) => {
    const seen: (string | undefined)[] = []
    page.on('request', request => {
      if (request.resourceType() === 'fetch' && request.url().includes('/api/')) seen.push(request.headers().token)
    })
    return seen
  }
  const walk = async (page: Page) => {
    await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill('会议')
    await page.getByRole('link', { name: '下一页' }).click()
    await expect(page).toHaveURL(/pageNum=2/)
    await page.locator('.article-row h2 a').first().click()
    await expect(page.getByText(/阅读：\d+/)).toBeVisible()
  }

  test('with the placeholder for an anonymous visitor', { tag: '@night' }, async ({ page, visit }) => {
    await page.setViewportSize({ width: 1680, height: 900 })
    const seen = tokensOf(page)
    await visit('/admin/news/list/3')
    await walk(page)
    await expect.poll(() => seen.length).toBeGreaterThan(2)
    expect(new Set(seen)).toEqual(new Set(['anonymous']))
  })

  test('with their own for a member', { tag: '@night' }, async ({ page, visit, signIn }) => {
    await page.setViewportSize({ width: 1680, height: 900 })
    const given = await signIn('qingyuan')
    const seen = tokensOf(page)
    await visit('/admin/news/list/3')
    await walk(page)
    await expect.poll(() => seen.length).toBeGreaterThan(2)
    expect(new Set(seen)).toEqual(new Set([given]))
  })
})

test.describe('when the server refuses the session', () => {
  test.use({ provokes: /status of (401|550)/ })

  for (const [status, msg] of [
    [401, '登录已过期，请重新登录'],
    [550, '您的账号已在协会停用，请联系会员部'],
  ] as const)
    test(`HTTP ${status}: its words for as long as they are read, and on the page, no token any more, and sign-in that leads back`, {
      tag: status === 401 ? [] : '@night',
    }, async ({ page, visit, signIn }) => {
      await signIn('qingyuan')
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 60_000)
      await page.route('**/api/member/info', route => route.fulfill({ status, ...answer(status, msg) }))
      await visit('/admin/news/list/3?pageNum=2')
      await expect(page).toHaveURL(dir('/admin/news/list/3?pageNum=2'))
      await waitForHydration(page)
      await expect(page.getByRole('alert').filter({ hasText: msg })).toBeAttached()
      const dialog = page.locator('.message')
      await expect(dialog).toHaveText(msg)
      await expect(dialog.getByRole('button')).toHaveCount(0)
      // A second and a half, longer where there is more to read.
      const shownFor = Math.max(1500, msg.length * 100)
      await page.clock.runFor(shownFor - 100)
      await expect(dialog).toBeVisible()
      await page.clock.runFor(200)
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('main').getByText(msg)).toBeVisible()
      // The scripts of the page wait for timers.
      await page.clock.resume()
      await page.reload()
      await expect(page.getByRole('main').getByText(msg)).toBeVisible()
      expect(await token(page)).toBeNull()
      await expect(page.getByRole('link', { name: '登录', exact: true })).toBeVisible()
    })

  test('a session that is really over is answered so by our own server', { tag: '@night' }, async ({ page }) => {
    await signInBy(page, 'long-gone')
    await page.goto('/admin/user/profile')
    await expect(page).toHaveURL(dir('/admin/user/profile'))
    await expect(page.locator('.message')).toHaveCount(0)
    await expect(page.getByRole('main').getByText('请先登录')).toBeVisible()
    await signInBy(page, 'long-gone')
    await page.goto('/admin/news/list/21')
    await expect(page).toHaveURL(dir('/admin/news/list/21'))
    await expect(page.getByRole('alert').filter({ hasText: '请先登录' })).toBeAttached()
    expect(await faultsOf(page)).toEqual([])
    expect(await token(page)).toBeNull()
  })

  test('body code 401: the same without a word', { tag: '@night' }, async ({ page, visit, signIn }) => {
    await signIn('qingyuan')
    await page.route('**/api/member/info', route => route.fulfill(answer(401, '未登录')))
    await visit('/admin/verify')
    await expect(page).toHaveURL(dir('/admin/verify'))
    expect(await token(page)).toBeNull()
    await expect(page.locator('.message')).toHaveCount(0)
    await expect(page.getByText('未登录')).toHaveCount(0)
  })
})
