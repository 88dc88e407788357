import type { Page } from '@playwright/test'
import { isLookedAtWhole } from '#test/support/night.ts'
import { faultsOf } from './axe.ts'
import { expect } from './test.ts'

/** The screen itself is there, and not only the frame that the server sends. */
export const opened = (page: Page) => expect(page.locator('.centre-opening, .loading')).toHaveCount(0)

/** Checks for horizontal overflow. Polls, because a closing list may still be placed where a wider layout had it. */
export async function fits(page: Page, widths: readonly number[]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expect
      .soft(page.locator('html'), `${width} px`)
      .toHaveJSProperty('scrollWidth', await page.evaluate(() => document.documentElement.clientWidth))
  }
}

/** Checks for horizontal overflow and accessibility faults; at the first of the widths, and at each where everything runs or the page has changed. */
export async function isSound(page: Page, widths: readonly number[] = [375, 1280]) {
  const before = page.viewportSize()!
  for (const width of isLookedAtWhole(page.url()) ? widths : widths.slice(0, 1)) {
    await fits(page, [width])
    expect.soft(await faultsOf(page), `${width} px`).toEqual([])
  }
  await page.setViewportSize(before)
}

/** A screen of the member centre, once it is there, from a wide desk to a phone. */
export async function isSoundAtAllWidths(page: Page) {
  await opened(page)
  const before = page.viewportSize()!
  if (isLookedAtWhole(page.url())) await fits(page, [1680, 900, 600])
  await isSound(page)
  await page.setViewportSize(before)
}
