import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

const html = (page: Page) => page.locator('html')
const next = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^字号/ })

/** Keeps what `<html>` says when `<body>` begins, that is, before anything can be painted. */
const watchFirstPaint = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return
      observer.disconnect()
      Object.assign(window, { beforePaint: { ...document.documentElement.dataset } })
    }).observe(document, { childList: true, subtree: true })
  })
const beforePaint = (page: Page) => page.evaluate(() => (window as unknown as { beforePaint: object }).beforePaint)

test('the type grows in steps to twice its size, and the next page is as large from its first paint', async ({
  page,
  visit,
}) => {
  await watchFirstPaint(page)
  await visit('/admin/news/list/21')
  expect(await beforePaint(page)).toEqual({})
  const size = () => html(page).evaluate(element => getComputedStyle(element).fontSize)
  expect(await size()).toBe('16px')
  await next(page).click()
  await expect.poll(size).toBe('19px')
  await expect(page.getByRole('navigation', { name: '主导航' })).toBeVisible()
  await next(page).click()
  await expect.poll(size).toBe('24px')
  await page.getByLabel('菜单').click()
  await next(page).click()
  await expect.poll(size).toBe('32px')
  await page.reload()
  expect(await beforePaint(page)).toEqual({ size: '4' })
  await page.locator('.article-row h2 a').first().click()
  await expect(page.getByRole('navigation', { name: '上一篇和下一篇' })).toBeVisible()
  expect(await size()).toBe('32px')
  await page.getByLabel('菜单').click()
  await expect(next(page)).toHaveText(/超大/)
  await next(page).click()
  await expect(next(page)).toHaveText(/标准/)
  expect(await size()).toBe('16px')
})

test('who has chosen large type sees nothing before its styles are there, and nobody else waits for them', {
  tag: '@night',
}, async ({ page }) => {
  await page.addInitScript(() => {
    const sizes: string[] = []
    new PerformanceObserver(() => sizes.push(getComputedStyle(document.documentElement).fontSize)).observe({
      type: 'paint',
    })
    Object.assign(window, { sizes })
  })
  const painted = () => page.evaluate(() => (window as unknown as { sizes: string[] }).sizes[0])
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.css/, async route => {
    await held.promise
    await route.continue()
  })
  await page.goto('/admin/news/list/21', { waitUntil: 'commit' })
  await expect.poll(painted).toBe('16px')
  await page.evaluate(() => localStorage.setItem('reading', '{"size":"4"}'))
  await page.goto('/admin/verify', { waitUntil: 'commit' })
  await expect(page.getByRole('contentinfo')).toBeAttached()
  await expect(html(page)).toHaveAttribute('data-size', '4')
  expect(await painted()).toBeUndefined()
  held.resolve()
  await expect.poll(painted).toBe('32px')
})

test('高对比 stays over a reload and on the next page, without a flash', async ({ page, visit }) => {
  await watchFirstPaint(page)
  await visit('/admin/verify')
  const button = page.getByRole('banner').getByRole('button', { name: '高对比' })
  await button.click()
  await expect(html(page)).toHaveAttribute('data-contrast', 'high')
  await expect(html(page)).toHaveCSS('background-color', 'rgb(0, 0, 0)')
  await page.reload()
  expect(await beforePaint(page)).toEqual({ contrast: 'high' })
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/admin/home')
  expect(await beforePaint(page)).toEqual({ contrast: 'high' })
  await button.click()
  await expect(html(page)).not.toHaveAttribute('data-contrast')
})

test('高对比 pressed before any script has come is switched off, as the visitor sees it', { tag: '@night' }, async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('reading', '{"contrast":"high"}'))
  let letThrough = () => {}
  const held = new Promise<void>(resolve => {
    letThrough = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async route => {
    await held
    await route.continue()
  })
  await page.goto('/admin/home')
  await page.getByRole('banner').getByRole('button', { name: '高对比' }).click()
  letThrough()
  await expect(html(page)).not.toHaveAttribute('data-contrast')
})

test('what is printed from 高对比 is dark on white', { tag: '@night' }, async ({ page, visit }) => {
  await page.addInitScript(() => localStorage.setItem('reading', '{"contrast":"high"}'))
  await visit('/admin/news/list-info/3467')
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveCSS('color', 'rgb(255, 255, 255)')
  await page.emulateMedia({ media: 'print' })
  await expect(html(page)).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  const lightest = await title.evaluate(element =>
    Math.max(...getComputedStyle(element).color.match(/\d+/g)!.map(Number)),
  )
  expect(lightest).toBeLessThan(100)
})

test('a notice on paper says whose it is, and has nothing on it that only a screen needs', async ({ page, visit }) => {
  await visit('/admin/news/list-info/3467?pa=26')
  await page.emulateMedia({ media: 'print' })
  const header = page.getByRole('banner')
  await expect(header.locator('.brand-name')).toBeVisible()
  await expect(header).toHaveCSS('position', 'static')
  await expect(page.locator('body')).toHaveCSS('padding-top', '0px')
  await expect(header.getByRole('link', { name: '登录', exact: true })).toBeHidden()
  await expect(page.getByRole('main').getByRole('button', { name: '朗读' })).toBeHidden()
  await expect(page.getByRole('contentinfo')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(page.locator('.file-list')).toHaveCSS('border-top-width', '0px')
  await expect(page.locator('.prose > p').first(), 'no gaps within a line').not.toHaveCSS('text-align', 'justify')
})

test('长者版 is large, without adverts and without anything that moves, until it is switched off', async ({
  page,
  visit,
}) => {
  await watchFirstPaint(page)
  await page.clock.install()
  await visit('/admin/home')
  const adverts = page.getByRole('complementary', { name: '广告' })
  await expect(adverts.first()).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: '长者版' }).click()
  await expect(html(page)).toHaveAttribute('data-elder', 'on')
  await page.reload()
  expect(await beforePaint(page)).toEqual({ elder: 'on' })
  await expect(adverts).toHaveCount(0)
  await expect(page.getByRole('button', { name: /轮播|下一张/ })).toHaveCount(0)
  const shown = page.getByRole('region', { name: '首页要闻图片' }).locator('li[data-shown]')
  const before = await shown.getAttribute('aria-label')
  const ticker = page.getByRole('list', { name: '单位能力评价公示' })
  await page.clock.runFor(30_000)
  await expect(shown).toHaveAttribute('aria-label', before!)
  expect(await ticker.evaluate(list => list.scrollTop)).toBe(0)
  await page.getByRole('button', { name: '退出长者版' }).click()
  await expect(html(page)).not.toHaveAttribute('data-elder')
  await expect(adverts.first()).toBeVisible()
})

for (const width of [320, 375, 820, 1280, 1440, 1920])
  test(`长者版 has its way out, menu and sign-in in sight at ${width} px, in whatever size of type`, {
    tag: width === 375 ? [] : '@night',
  }, async ({ page, visit }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.addInitScript(() => localStorage.setItem('reading', '{"elder":"on"}'))
    await visit('/admin/verify')
    const bar = page.getByRole('region', { name: '长者版' })
    for (const size of ['标准', '大', '特大', '超大']) {
      const isVery = size === '特大' || size === '超大'
      await expect(bar.getByRole('button', { name: /^字号/ })).toHaveText(`字号 ${size}`)
      for (const name of ['退出长者版', '高对比', '朗读'])
        await expect(bar.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
      if (!(isVery && width < 400))
        await expect(page.getByRole('banner').getByRole('link', { name: '登录', exact: true }).first()).toBeInViewport({
          ratio: 1,
        })
      const hasMenu = width > 1100 && !isVery
      await expect(page.getByRole('navigation', { name: '主导航' })).toBeVisible({ visible: hasMenu })
      if (!hasMenu)
        await expect(page.getByRole('banner').getByText('菜单', { exact: true })).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), size).toBeLessThanOrEqual(0)
      await bar.getByRole('button', { name: /^字号/ }).click()
    }
    await page.mouse.wheel(0, 600)
    await bar.getByRole('button', { name: '退出长者版' }).click()
    await expect(html(page)).not.toHaveAttribute('data-elder')
    await expect(bar).toBeHidden()
  })

test('a preference that is not ours to read does no harm', { tag: '@night' }, async ({ page, visit }) => {
  await page.addInitScript(() => localStorage.setItem('reading', '{not json'))
  await visit('/admin/verify')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('证书查验')
})
