import type { Page } from '@playwright/test'
import { isLookedAtWhole } from '#test/support/night.ts'
import { faultsOf, NO_CONTRAST } from '../support/axe.ts'
import { findCramped, findExcess, findHidden, findOddDays, findSmall, largeTypes, setType } from '../support/layout.ts'
import { pathOf, routes } from '../support/routes.ts'
import { ask, expect, test, waitForHydration } from '../support/test.ts'

/**
 * Checks everything that holds for every page in one visit: on a phone without contrast, and at all widths, in high
 * contrast and in 长者版 where everything runs or the page has changed. Soft assertions: one failure does not stop the
 * other checks.
 */
for (const route of routes)
  test(`${route.name}: sent whole, with its title and nothing in the console, without a barrier and no wider than the window`, async ({
    page,
  }) => {
    test.setTimeout(180_000)
    const path = await pathOf(route)
    await page.setViewportSize(PHONE)
    const answer = (await page.goto(path))!
    const sent = await answer.text()
    const atOnce = await scriptsOf(page)
    const tall = await heightOf(page)
    await waitForHydration(page)
    await test.step('sent with its heading', () =>
      expect.soft(sent.match(/<h1[^>]*>[^<]*\p{Script=Han}/gu), route.name).toHaveLength(1))
    if (route.name !== 'not found')
      await test.step('for search engines and those who share it: described, addressed and structured', () =>
        isDescribed(page, sent))
    await test.step('the fixed title, the demo line, one heading', async () => {
      const { association } = await ask('/config/public')
      expect.soft(answer.status()).toBe(route.status ?? 200)
      await expect.soft(page).toHaveTitle(association.title)
      await expect.soft(page.getByRole('banner').getByText('演示数据')).toBeVisible()
      await expect.soft(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    })
    if (route.name !== 'member centre')
      await test.step('light enough for a phone', async () => {
        isLight(atOnce, await scriptsOf(page), !ACT_AT_ONCE.test(path))
        if (route.name.startsWith('home')) expect.soft(Buffer.byteLength(sent), 'bytes of HTML').toBeLessThan(MOST_HTML)
      })
    if (atOnce === 0)
      await test.step('nothing has moved since its scripts took it over', async () =>
        expect.soft(await heightOf(page), 'height in px').toBe(tall))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const isWhole = isLookedAtWhole(page.url())
    await test.step('fits the window and the largest type; what can be focused shows it, is not covered and large enough to hit', () =>
      fits(page, isWhole))
    await test.step('in large type on a phone every text has room', () => hasRoom(page, isWhole))
    await test.step('a day is said in one form', async () => expect.soft(await page.evaluate(findOddDays)).toEqual([]))
    await test.step('axe finds nothing', () => isAccessible(page, isWhole))
  })

/** Small screen, on which a late element shifts the layout most. */
const PHONE = { width: 375, height: 900 }

/**
 * Maximum compressed script size of a public page in bytes; more means that tables or forms of the staff or member area
 * were bundled into it.
 */
const MOST_SCRIPTS = 90_000
/** Maximum size of the longest page in bytes, as sent. */
const MOST_HTML = 61_500

/** Pages that show nothing before their scripts have asked for it. */
const ACT_AT_ONCE =
  /^\/(vote|invite|admin\/(survey|newsletter\/subscription)|admin\/publicity\/(training\/(enrol|registration)|qualification\/old))/

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)

/** Total size of the scripts loaded so far. */
const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\/[\w.-]+\.js$/.test(name))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  )

function isLight(atOnce: number, whole: number, mayWait: boolean) {
  if (mayWait) expect.soft(atOnce, 'bytes of scripts before anybody acts').toBe(0)
  expect.soft(whole, 'bytes of scripts').toBeLessThan(MOST_SCRIPTS)
}

/** Reads the head of the page as the server sends it, before any script runs. */
const readHead = (page: Page, sent: string) =>
  page.evaluate(html => {
    const { head } = new DOMParser().parseFromString(html, 'text/html')
    const contents = (name: string) =>
      [...head.querySelectorAll(`meta[name="${name}"], meta[property="${name}"]`)].map(
        meta => meta.getAttribute('content') ?? '',
      )
    const names = ['description', 'og:title', 'og:site_name', 'og:url', 'og:image', 'SiteName', 'SiteDomain', 'robots']
    return {
      meta: Object.fromEntries(names.map(name => [name, contents(name)])),
      canonical: head.querySelectorAll('link[rel=canonical]').length,
    }
  }, sent)

const structuredIn = (page: Page, sent: string) =>
  page.evaluate(html => {
    const scripts = new DOMParser()
      .parseFromString(html, 'text/html')
      .querySelectorAll('script[type="application/ld+json"]')
    return [...scripts].map(({ textContent }) => textContent!)
  }, sent)

async function isDescribed(page: Page, sent: string) {
  const { association, publicUrl } = await ask('/config/public')
  const { meta, canonical } = await readHead(page, sent)
  const isOne = (name: string, wanted: string | RegExp) =>
    expect.soft(meta[name], name).toEqual([typeof wanted === 'string' ? wanted : expect.stringMatching(wanted)])
  isOne('description', /\p{Script=Han}{4}/u)
  isOne('og:title', /\S/)
  isOne('og:site_name', association.name)
  isOne('og:url', new RegExp(`^${publicUrl}/(admin/|vote)`))
  isOne('og:image', new RegExp(`^${publicUrl}/`))
  isOne('SiteName', association.name)
  isOne('SiteDomain', new URL(publicUrl).host)
  expect.soft(canonical, 'canonical').toBe(meta.robots!.length > 0 ? 0 : 1)
  for (const text of await structuredIn(page, sent))
    expect.soft(JSON.parse(text)['@context']).toBe('https://schema.org')
}

async function isAccessible(page: Page, isWhole: boolean) {
  for (const width of isWhole ? [375, 800, 1280] : [375]) {
    await page.setViewportSize({ width, height: 900 })
    expect.soft(await faultsOf(page, width === 1280 ? {} : NO_CONTRAST), `${width} px`).toEqual([])
  }
  if (!isWhole) return
  const html = page.locator('html')
  const press = (name: string) => page.getByRole('banner').getByRole('button', { name }).click()
  await press('高对比')
  await expect(html).toHaveAttribute('data-contrast', 'high')
  expect.soft(await faultsOf(page, { 'color-contrast-enhanced': { enabled: true } }), '7:1 in 高对比').toEqual([])
  await press('高对比')
  await press('长者版')
  await expect(html).toHaveAttribute('data-elder', 'on')
  expect.soft(await faultsOf(page), '长者版').toEqual([])
}

async function fits(page: Page, isWhole: boolean) {
  for (const width of isWhole ? [320, 375, 600, 640, 900, 1150, 1280, 1680] : [320]) {
    await page.setViewportSize({ width, height: 900 })
    expect.soft(await page.evaluate(findExcess), `${width} px`).toBeLessThanOrEqual(0)
  }
  for (const width of isWhole ? [1280, 375] : [375]) {
    await page.setViewportSize({ width, height: 900 })
    // Focus that comes by key is shown; what follows by program is shown as that was.
    await page.keyboard.press('Tab')
    expect.soft(await page.evaluate(findHidden), `${width} px`).toEqual([])
    expect.soft(await page.evaluate(findSmall), `${width} px`).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.evaluate(() => document.documentElement.setAttribute('data-size', '4'))
  expect.soft(await page.evaluate(findExcess), '字号超大').toBeLessThanOrEqual(0)
  await page.evaluate(asArrived)
}

async function hasRoom(page: Page, isWhole: boolean) {
  await page.setViewportSize(PHONE)
  for (const type of isWhole ? largeTypes : largeTypes.slice(0, 2)) {
    await page.evaluate(setType, type)
    expect.soft(await page.evaluate(findCramped), JSON.stringify(type)).toEqual([])
    expect.soft(await page.evaluate(findExcess), `375 px, ${JSON.stringify(type)}`).toBeLessThanOrEqual(0)
  }
  // What is left of 1280 px at 200 %.
  await page.setViewportSize({ width: 640, height: 450 })
  await page.evaluate(setType, largeTypes[0]!)
  expect.soft(await page.evaluate(findExcess), '640 px, the largest type').toBeLessThanOrEqual(0)
  await page.evaluate(setType, {})
}

/** Runs in the page: resets it to the state at arrival. */
function asArrived() {
  document.documentElement.removeAttribute('data-size')
  ;(document.activeElement as HTMLElement).blur()
  scrollTo(0, 0)
}
