import type { Page } from '@playwright/test'
import { isLookedAtWhole } from '#test/support/night.ts'
import { faultsOf } from '../support/axe.ts'
import { findCramped, findExcess, findOddDays, largeTypes, setType } from '../support/layout.ts'
import { addressOf, memberScreens, nameOf } from '../support/memberScreens.ts'
import { fits, opened } from '../support/sound.ts'
import { expect, goWithin, test } from '../support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 375, height: 900 } })
const softly = expect.configure({ soft: true })

/**
 * Checks that there is no accessibility fault and no horizontal overflow: on a phone without contrast, and all of it where
 * everything runs or the screen has changed.
 */
async function expectSound(page: Page, path: string) {
  const isWhole = isLookedAtWhole(page.url())
  for (const width of isWhole ? [1680, 1280, 900, 640, 600, 375] : [375]) {
    await fits(page, [width])
    if (width === 375 || width === 1280) expect.soft(await faultsOf(page), `${path} at ${width} px`).toEqual([])
  }
  await page.setViewportSize({ width: 375, height: 900 })
  for (const type of isWhole ? largeTypes : largeTypes.slice(0, 1)) {
    await page.evaluate(setType, type)
    // The component library is drawn anew, a moment later.
    await softly.poll(() => page.evaluate(findCramped), `${path} in ${JSON.stringify(type)}`).toEqual([])
    await softly.poll(() => page.evaluate(findExcess), `${path} in ${JSON.stringify(type)}`).toBeLessThanOrEqual(0)
  }
  await page.evaluate(setType, {})
  expect.soft(await page.evaluate(findOddDays), path).toEqual([])
  if (!isWhole) return
  const look = (dataset: object) =>
    page.evaluate(dataset => Object.assign(document.documentElement.dataset, dataset), dataset)
  await look({ contrast: 'high' })
  const enhanced = { 'color-contrast-enhanced': { enabled: true } }
  expect.soft(await faultsOf(page, enhanced), `${path}: 7:1 in 高对比`).toEqual([])
  await look({ size: '4' })
  expect.soft(await faultsOf(page), `${path}: 超大`).toEqual([])
  await page.evaluate(() => {
    delete document.documentElement.dataset.contrast
    delete document.documentElement.dataset.size
  })
}

/** Enough for one test: the member centre itself is opened once for each account in it. */
const SCREENS_EACH = 14
const shown = memberScreens.filter(path => path !== 'apply/:application')
for (let from = 0; from < shown.length; from += SCREENS_EACH) {
  const own = shown.slice(from, from + SCREENS_EACH)
  const names = own.map(path => path || 'the first screen').join(', ')
  test(`no barrier, and nothing wider than the screen, on ${names}`, async ({ page, visit, signIn }) => {
    test.setTimeout(300_000)
    const found = await Promise.all(own.map(async path => ({ path, ...(await addressOf(path)) })))
    for (const [userName, screens = []] of Object.entries(Object.groupBy(found, ({ userName }) => userName))) {
      await signIn(userName)
      await visit('/admin/user')
      for (const { path, address } of screens) {
        await goWithin(page, `/admin/user/${address}`.replace(/\/$/, ''))
        await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(await nameOf(path))
        await opened(page)
        await expect(page.getByText('您访问的页面不存在'), `a record for ${path}`).toHaveCount(0)
        await expectSound(page, path)
      }
    }
  })
}
