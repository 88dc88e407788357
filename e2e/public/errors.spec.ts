import type { Page } from '@playwright/test'
import { runsAll } from '#test/support/night.ts'
import { problemPage } from '../../src/lib/server/http/problem.ts'
import { faultsOf } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

/** A list that has a second page, and what the browser asks for it. */
const LIST = '/admin/news/list/3'
const ROWS = '**/api/catalog/a?**'
const turn = (page: Page) => page.getByRole('link', { name: '下一页' }).click()
const toMessages = (page: Page) =>
  page.getByRole('navigation', { name: '会员中心' }).getByRole('link', { name: '消息' }).click()

test.describe('an address that does not exist', () => {
  test('answers HTTP 404 with the page that says so', async ({ page, visit }) => {
    const paths = [
      '/nope',
      '/admin/nope',
      '/404',
      '/admin/news/list/abc',
      '/admin/news/list/0',
      '/admin/news/list/99999999999',
      '/admin/news/info/21x',
      '/admin/news/list-info/999999',
      '/admin/publicity/member/999999',
      '/admin/publicity/training/abc',
    ]
    for (const path of paths) {
      const answer = await page.request.get(path)
      expect(answer.status(), path).toBe(404)
      expect(await answer.text(), path).toMatch(/<h1[^>]*>抱歉，您访问的页面不存在<\/h1>/)
    }
    for (const path of runsAll ? paths : paths.slice(0, 1)) {
      expect(await visit(path)).toBe(404)
      await expect(page.getByText('404', { exact: true })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('抱歉，您访问的页面不存在')
      await expect(page.getByText('Sorry, the page you visited does not exist', { exact: true })).toBeVisible()
      await page.getByRole('main').getByRole('link', { name: '返回首页' }).click()
      await expect(page).toHaveURL('/admin/home')
    }
  })

  test('offers the pages that were likely meant, and a search', async ({ page, visit }) => {
    expect(await visit('/admin/publicity/memberr')).toBe(404)
    await expect(page.getByRole('navigation', { name: '可能要找的页面' }).getByRole('link').first()).toHaveAttribute(
      'href',
      '/admin/publicity/member',
    )
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('main').getByRole('textbox', { name: '要找什么' }).fill('锅炉')
    await page.getByRole('main').getByRole('button', { name: '查找' }).click()
    await expect(page).toHaveURL(/\/admin\/home\/search\?key=/)
  })

  test('body code 404 leads to /404', { tag: '@night' }, async ({ page, visit }) => {
    await visit(LIST)
    await page.route(ROWS, route => route.fulfill({ json: { code: 404, data: null, msg: '栏目不存在' } }))
    await turn(page)
    await expect(page).toHaveURL('/404')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('抱歉，您访问的页面不存在')
  })
})

test.describe('an address that cannot be understood', () => {
  test.use({ provokes: /does not conform/ })

  test('is told beside the form what is wrong with it', async ({ page, visit }) => {
    const paths = [
      '/admin/verify?number=a&number=b',
      '/admin/verify?number=a&token=b',
      '/admin/verify?number=CBWA&on=2026-02-31',
    ]
    for (const path of paths) expect((await page.request.get(path)).status(), path).toBe(400)
    for (const path of runsAll ? paths : paths.slice(-1)) {
      expect(await visit(path)).toBe(400)
      await expect(page.getByRole('main').getByRole('alert')).toContainText(/\p{Script=Han}/u)
      await expect(page.getByRole('main').getByRole('button').first()).toBeVisible()
    }
    expect(await faultsOf(page)).toEqual([])
  })
})

test('the ways to the home page', async ({ page }) => {
  for (const [from, to] of [
    ['/', '/admin'],
    ['/admin', '/admin/home'],
  ] as const) {
    const answer = await page.request.get(from, { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location]).toEqual([302, to])
  }
})

test.describe('when the server fails', () => {
  test.use({ provokes: /status of 50\d|: HTTP 50\d/ })

  test('on the way to a page, that is logged and said inside the shell, and the rest goes on', {
    tag: '@night',
  }, async ({ page, visit }) => {
    const logged: string[] = []
    page.on('console', message => message.type() === 'error' && logged.push(message.text()))
    await visit(LIST)
    await page.route(ROWS, route =>
      route.fulfill({ status: 503, json: { code: 503, data: null, msg: '服务暂时繁忙，请稍后再试' } }),
    )
    await turn(page)
    await expect(page.getByRole('alert').filter({ hasText: '服务暂时繁忙，请稍后再试' })).toBeVisible()
    expect(logged).toContain('GET /catalog/a: HTTP 503')
    await page.unroute(ROWS)
    await page.mouse.move(640, 850)
    await page.getByRole('button', { name: '新闻动态' }).hover()
    await page.getByRole('link', { name: '行业资讯' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('行业资讯')
  })

  test('beside a page, the page stays as it is', { tag: '@night' }, async ({ page, visit }) => {
    await page.route('**/api/catalog/a/view', route => route.fulfill({ status: 500, body: 'nginx' }))
    await visit('/admin/news/list-info/3467?pa=26')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('入会申请须知及申请表下载')
    await expect(page.getByText(/阅读：\d+/)).toBeVisible()
  })

  test('on the way to a page, another try succeeds once it answers, and the number leads to the log', async ({
    page,
    visit,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await visit(LIST)
    const name = await page.getByRole('heading', { level: 1 }).textContent()
    const picture = await page.locator('head > link[rel=preload]').elementHandle()
    await fail(page, ROWS)
    await turn(page)
    const problem = page.getByRole('main').getByRole('alert')
    await expect(problem.getByRole('heading', { level: 1 })).toHaveText('页面暂时无法显示')
    await expect(problem.getByRole('link', { name: '返回首页' })).toBeVisible()
    await expect(problem.locator('code')).toHaveText(NUMBER)
    await expect(page.getByRole('banner')).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await problem.getByRole('button', { name: '复制编号' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(NUMBER)
    const refused = page.waitForResponse(ROWS)
    await problem.getByRole('button', { name: '重试' }).click()
    await refused
    await expect(problem.getByRole('button', { name: '重试', exact: true })).toBeVisible()
    await page.unroute(ROWS)
    await problem.getByRole('button', { name: '重试' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name!)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(problem).toHaveCount(0)
    // Made anew it would be fetched anew, as the styles would.
    expect(await picture!.evaluate(link => link.isConnected)).toBe(true)
  })

  test('a page that it cannot even begin offers another try, and the number of the answer', async ({ page }) => {
    let isMended = false
    const { body, headers } = problemPage(500, NUMBER)
    await page.route('**/admin/verify', route =>
      isMended ? route.continue() : route.fulfill({ status: 500, headers, body }),
    )
    await page.goto('/admin/verify')
    await expect(page.locator('code')).toHaveText(NUMBER)
    await expect(page.getByRole('button', { name: '复制编号' })).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    isMended = true
    await page.getByRole('button', { name: '重试' }).click()
    await expect(page.getByRole('banner')).toBeVisible()
  })
})

test.describe('when the network is lost', () => {
  test.use({ provokes: /ERR_INTERNET_DISCONNECTED|dynamically imported|route module|link preload|preload CSS/ })

  for (const [what, lost, from, go, name] of [
    ['data of a list', ROWS, LIST, turn, /./],
    ['code of a screen', '**/*', '/admin/user/doing', toMessages, '消息'],
  ] as const)
    test(`before the ${what} came, that is said, and another try brings it`, {
      tag: lost === ROWS ? [] : '@night',
    }, async ({ page, visit, signIn }) => {
      await signIn('qingyuan')
      await visit(from)
      await page.route(lost, route => route.abort('internetdisconnected'))
      await go(page)
      const problem = page.getByRole('main').getByRole('alert')
      await expect(problem.getByRole('heading', { name: '网络连接不上' })).toBeVisible()
      await expect(problem.getByText('请求编号')).toHaveCount(0)
      expect(await faultsOf(page)).toEqual([])
      await expect(page.getByRole('banner')).toBeVisible()
      const failed = page.waitForEvent('requestfailed')
      await problem.getByRole('button', { name: '重试' }).click()
      await failed
      await expect(problem.getByRole('button', { name: '重试', exact: true })).toBeVisible()
      await page.unroute(lost)
      await problem.getByRole('button', { name: '重试' }).click()
      await expect(problem).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    })
})

test.describe('after a new release', () => {
  test.use({ provokes: /status of 404|dynamically imported|route module|preload/ })

  test('a screen whose code is gone is loaded anew by itself, at the address that was asked for', async ({
    page,
    visit,
    signIn,
  }) => {
    await signIn('qingyuan')
    await visit('/admin/user/doing')
    let isLoadedAnew = false
    page.on('request', request => {
      isLoadedAnew ||= request.isNavigationRequest()
    })
    await page.route('**/assets/*.js', route =>
      isLoadedAnew ? route.continue() : route.fulfill({ status: 404, body: '' }),
    )
    await toMessages(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('消息')
    await expect(page.getByRole('heading', { name: '网络连接不上' })).toHaveCount(0)
    await expect(page).toHaveURL('/admin/user/messages')
    expect(isLoadedAnew).toBe(true)
  })
})

const NUMBER = '3f0c2a4e-58b1-4a6d-9a53-0d6f1c2b7e90'

const fail = (page: Page, url: string) =>
  page.route(url, route =>
    route.fulfill({
      status: 500,
      headers: { 'x-request-id': NUMBER },
      json: { code: 500, data: null, msg: `系统错误，请稍后再试。如需协助，请提供编号 ${NUMBER}` },
    }),
  )
