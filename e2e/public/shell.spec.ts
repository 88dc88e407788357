import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { ask, expect, phone, test, waitForHydration } from '../support/test.ts'

const header = (page: Page) => page.getByRole('banner')
const dir = (target: string) => `/admin/login/login?dir=${encodeURIComponent(JSON.stringify([target]))}`

test.describe('the header', () => {
  test('compacts and gets a shadow past 100 px, and returns', async ({ page, visit }) => {
    await visit('/admin/news/list/3')
    const height = async () => (await header(page).boundingBox())!.height
    const shadow = () => header(page).evaluate(element => getComputedStyle(element).boxShadow)
    const tall = await height()
    await page.evaluate(() => scrollTo(0, 100))
    await expect(header(page)).not.toHaveAttribute('data-compact')
    await page.evaluate(() => scrollTo(0, 101))
    await expect(header(page)).toHaveAttribute('data-compact')
    await expect.poll(height).toBeLessThan(tall - 20)
    await expect.poll(shadow).not.toBe('none')
    expect((await header(page).boundingBox())!.y).toBe(0)
    await page.evaluate(() => scrollTo(0, 0))
    await expect.poll(height).toBe(tall)
    await expect.poll(shadow).toBe('none')
  })

  test('has a logo that leads home', { tag: '@night' }, async ({ page, visit }) => {
    await visit('/admin/verify')
    await header(page).getByRole('link', { name: /首页$/ }).first().click()
    await expect(page).toHaveURL('/admin/home')
  })

  test('has the catalogue of the server as its menu, each entry leading where its type says', async ({
    page,
    visit,
  }) => {
    const menu = await ask('/catalog')
    await visit('/admin/verify')
    for (const entry of menu) {
      const nav = page.getByRole('navigation', { name: '主导航' })
      if (entry.catalogType !== '列表') {
        await expect(nav.getByRole('link', { name: entry.name, exact: true })).toHaveAttribute('href', pathTo(entry))
        continue
      }
      await nav.getByRole('button', { name: entry.name }).hover()
      for (const child of entry.list)
        await expect(nav.getByRole('link', { name: child.name, exact: true })).toHaveAttribute('href', pathTo(child))
    }
  })
})

type Entry = { catalogType: string; catalogId: number; path: string | null; needLogin: boolean }

/** spec.md section 2, "Main navigation", for an anonymous visitor. */
function pathTo({ catalogType, catalogId, path, needLogin }: Entry) {
  const target = { 列表: `/admin/news/list/${catalogId}`, 内容: `/admin/news/info/${catalogId}` }[catalogType] ?? path!
  return needLogin ? dir(target) : target
}

test.describe('the side panel', () => {
  test('stands beside the page from 1600 px on, with its four targets and no other', async ({ page, visit }) => {
    const panel = page.getByRole('complementary', { name: '快捷服务' })
    await page.setViewportSize({ width: 1599, height: 900 })
    await visit('/admin/verify')
    await expect(panel).toBeHidden()
    await page.setViewportSize({ width: 1600, height: 900 })
    await expect(panel).toBeVisible()
    const targets = await panel
      .locator(':is(a, button)')
      .evaluateAll(all => all.map(one => [one.textContent, one.getAttribute('href')]))
    expect(targets).toEqual([
      ['入会申请', '/admin/news/list-info/3467?pa=26'],
      ['联系我们', '/admin/news/info/35'],
      ['官方微信', null],
      ['下载专区', '/admin/news/list/26'],
    ])
  })

  test('shows the two QR pictures of 官方微信 by pointer, by click and by key', { tag: '@night' }, async ({
    page,
    visit,
  }) => {
    await page.setViewportSize({ width: 1680, height: 900 })
    await visit('/admin/verify')
    const button = page.getByRole('button', { name: '官方微信' })
    const pictures = page.getByRole('img', { name: /二维码/ })
    const drawn = () => pictures.evaluateAll(all => all.map(one => (one as HTMLImageElement).naturalWidth >= 120))
    await expect(pictures).toHaveCount(0)

    await button.hover()
    await expect(pictures).toHaveCount(2)
    await expect.poll(drawn).toEqual([true, true])
    await expect(page.locator('.wechat-popover figcaption')).toHaveText(['抖音视频号', '微信公众号'])
    await pictures.first().hover()
    await expect(pictures).toHaveCount(2)
    await page.mouse.move(400, 400)
    await expect(pictures).toHaveCount(0)

    await button.focus()
    await page.keyboard.press('Enter')
    await expect(pictures).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(pictures).toHaveCount(0)
    await expect(button).toBeFocused()
  })

  test.describe('touched', () => {
    test.use({ hasTouch: true, viewport: { width: 1680, height: 900 } })

    test('opens 官方微信 by a tap and closes it by another', { tag: '@night' }, async ({ page, visit }) => {
      await visit('/admin/verify')
      const pictures = page.getByRole('img', { name: /二维码/ })
      await page.getByRole('button', { name: '官方微信' }).tap()
      await expect(pictures).toHaveCount(2)
      await page.getByRole('button', { name: '官方微信' }).tap()
      await expect(pictures).toHaveCount(0)
    })
  })
})

/** spec.md section 2 and 9: each width at which the page changes, and what is there on the narrow side and on the wide one. */
test('the page changes at 1600, 1200, 1100, 800 and 550 px, and not a pixel beside', async ({ page, visit }) => {
  await visit('/admin/verify')
  const panel = page.getByRole('complementary', { name: '快捷服务' })
  const reading = header(page).locator('.header-tools').getByRole('button', { name: '长者版' })
  const menu = page.getByRole('navigation', { name: '主导航' })
  const toggle = page.getByLabel('菜单')
  const [english, long, short] = ['.brand-en', '.brand-name', '.brand-short'].map(one => header(page).locator(one))
  const borders = [
    { narrow: 1599, wide: 1600, onlyWide: [panel], onlyNarrow: [] },
    { narrow: 1200, wide: 1201, onlyWide: [reading], onlyNarrow: [] },
    { narrow: 1100, wide: 1101, onlyWide: [menu], onlyNarrow: [toggle] },
    { narrow: 800, wide: 801, onlyWide: [english!], onlyNarrow: [] },
    { narrow: 550, wide: 551, onlyWide: [long!], onlyNarrow: [short!] },
  ]
  for (const { narrow, wide, onlyWide, onlyNarrow } of borders) {
    await page.setViewportSize({ width: narrow, height: 900 })
    for (const one of onlyWide) await expect.soft(one, `${narrow} px`).toBeHidden()
    for (const one of onlyNarrow) await expect.soft(one, `${narrow} px`).toBeVisible()
    await page.setViewportSize({ width: wide, height: 900 })
    for (const one of onlyWide) await expect.soft(one, `${wide} px`).toBeVisible()
    for (const one of onlyNarrow) await expect.soft(one, `${wide} px`).toBeHidden()
  }
})

test('the code of an area is loaded when somebody goes there, and not before', { tag: '@night' }, async ({
  page,
  visit,
}) => {
  const loaded = new Set<string>()
  page.on('response', response => response.url().endsWith('.js') && loaded.add(response.url()))
  await page.setViewportSize({ width: 1680, height: 900 })
  await visit('/admin/verify')
  for (const [name, url] of [
    ['登录', /login\/login/],
    ['联系我们', /news\/info\/35/],
    ['下载专区', /news\/list\/26/],
    [/首页$/, /admin\/home/],
  ] as const) {
    const before = loaded.size
    await page
      .getByRole('link', { name, exact: typeof name === 'string' })
      .first()
      .click()
    await expect(page).toHaveURL(url)
    await waitForHydration(page)
    expect.soft(loaded.size, String(url)).toBeGreaterThan(before)
  }
})

test('the footer names both filings, each linked to its official site', { tag: '@night' }, async ({ page, visit }) => {
  const { association } = await ask('/config/public')
  await visit('/admin/verify')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(`${association.name} 版权所有`)
  const icp = footer.getByRole('link', { name: association.icp })
  await expect(icp).toHaveAttribute('href', 'https://beian.miit.gov.cn/')
  const police = footer.getByRole('link', { name: association.police })
  await expect(police).toHaveAttribute('href', /^https:\/\/beian\.mps\.gov\.cn\//)
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the footer is folded to contact and filings, and unfolds', async ({ page, visit }) => {
    const { association } = await ask('/config/public')
    await visit('/admin/verify')
    const footer = page.getByRole('contentinfo')
    const map = footer.getByRole('navigation', { name: '网站地图' })
    await expect(footer.getByRole('link', { name: association.phone })).toHaveAttribute('href', /^tel:\d+$/)
    await expect(footer.getByRole('link', { name: association.icp })).toBeVisible()
    await expect(map).toBeHidden()
    expect((await footer.boundingBox())!.height).toBeLessThan(700)
    await footer.getByRole('button', { name: '全部栏目' }).click()
    await expect(map.getByRole('link', { name: '联系我们' })).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await footer.getByRole('button', { name: '全部栏目' }).click()
    await expect(map).toBeHidden()
  })

  test('searching, 长者版 and the ways that visitors ask for most are in sight, and adverts can be read', {
    tag: '@night',
  }, async ({ page, visit }) => {
    await visit('/admin/home')
    const main = page.getByRole('main')
    const first = main.getByRole('link', { name: '入会申请' })
    await expect(first).toHaveCount(1)
    await expect(first).toBeInViewport({ ratio: 1 })
    await expect(main.getByRole('combobox', { name: '全站搜索' })).toBeInViewport({ ratio: 1 })
    for (const width of [375, 320]) {
      await page.setViewportSize({ width, height: 812 })
      const [brand, elder] = await Promise.all(
        [header(page).locator('.brand-short'), header(page).getByRole('button', { name: '长者版' })].map(one =>
          one.boundingBox(),
        ),
      )
      expect(elder!.x, `${width} px`).toBeGreaterThanOrEqual(brand!.x + brand!.width)
    }
    await page.setViewportSize(phone.viewport)
    const advert = main.getByRole('complementary', { name: /^广告/ }).first()
    const words = advert.locator('.advert-words')
    await words.scrollIntoViewIfNeeded()
    await expect(words).toBeVisible()
    expect(await words.evaluate(element => Number.parseFloat(getComputedStyle(element).fontSize))).toBeGreaterThan(15)
  })
})

test('the title stays the same from page to page', { tag: '@night' }, async ({ page, visit }) => {
  const { association } = await ask('/config/public')
  await visit('/admin/news/list/21')
  await page.locator('.article-row h2 a').first().click()
  await expect(page.getByRole('navigation', { name: '上一篇和下一篇' })).toBeVisible()
  await expect(page).toHaveTitle(association.title)
})
