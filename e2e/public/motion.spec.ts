import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

const carousel = (page: Page) => page.getByRole('region', { name: '首页要闻图片' })
const picture = (page: Page) => carousel(page).locator('li[data-shown]')
const ticker = (page: Page) => page.getByRole('list', { name: '单位能力评价公示' })
const scrolled = (page: Page) => ticker(page).evaluate(list => Math.round(list.scrollTop))
const aside = (page: Page) => page.mouse.move(2, 890)

/** Checks that the carousel stands still for longer than it needs to move. */
async function standsStill(page: Page) {
  const [label, top] = [await picture(page).getAttribute('aria-label'), await scrolled(page)]
  await page.clock.runFor(20_000)
  await expect(picture(page)).toHaveAttribute('aria-label', label!)
  expect(await scrolled(page)).toBe(top)
}

test.beforeEach(async ({ page, visit }) => {
  await page.clock.install()
  await visit('/admin/home')
})

test('the carousel and the public notices move by themselves', async ({ page }) => {
  const label = await picture(page).getAttribute('aria-label')
  await page.clock.runFor(7_000)
  await expect(picture(page)).not.toHaveAttribute('aria-label', label!)
  await expect.poll(() => scrolled(page)).toBeGreaterThan(0)
})

test('the carousel stands still under the pointer, under the focus and by its button', { tag: '@night' }, async ({
  page,
}) => {
  const label = () => picture(page).getAttribute('aria-label')
  /** Waits until the carousel has noticed where pointer and focus are. */
  const isMoving = (moving: boolean) =>
    expect(carousel(page).getByRole('list')).toHaveAttribute('aria-live', moving ? 'off' : 'polite')
  const holds = async () => {
    await isMoving(false)
    const before = await label()
    await page.clock.runFor(20_000)
    expect(await label()).toBe(before)
  }
  const moves = async () => {
    await isMoving(true)
    const before = await label()
    await page.clock.runFor(7_000)
    await expect(picture(page)).not.toHaveAttribute('aria-label', before!)
  }
  await carousel(page).hover()
  await holds()
  await aside(page)
  await moves()
  await carousel(page).getByRole('button', { name: '下一张' }).focus()
  await holds()
  await page.getByRole('link', { name: '更多新闻动态' }).focus()
  await moves()
  await carousel(page).getByRole('button', { name: '暂停轮播' }).click()
  await aside(page)
  await page.getByRole('link', { name: '更多新闻动态' }).focus()
  await holds()
  await carousel(page).getByRole('button', { name: '继续轮播' }).click()
  await aside(page)
  await page.getByRole('link', { name: '更多新闻动态' }).focus()
  await moves()
})

test('the public notices stand still under the pointer, under the focus and by their button', {
  tag: '@night',
}, async ({ page }) => {
  const holds = async () => {
    await expect.poll(() => rests(page)).toBe(true)
    const before = await scrolled(page)
    await page.clock.runFor(10_000)
    expect(await scrolled(page)).toBe(before)
  }
  const moves = async () => {
    const before = await scrolled(page)
    await page.clock.runFor(4_000)
    await expect.poll(() => scrolled(page)).not.toBe(before)
  }
  await ticker(page).hover()
  await holds()
  await aside(page)
  await moves()
  await ticker(page).focus()
  await holds()
  await page.getByRole('link', { name: '更多单位能力评价公示' }).focus()
  await moves()
  await page.getByRole('button', { name: '暂停滚动单位能力评价公示' }).click()
  await aside(page)
  await page.getByRole('link', { name: '更多单位能力评价公示' }).focus()
  await holds()
})

/** A smooth scroll has come to its end: while the frames of a moment were drawn it has not moved by a part of a pixel. */
const rests = (page: Page) =>
  ticker(page).evaluate(async list => {
    const before = list.scrollTop
    await list.animate([], 100).finished
    return list.scrollTop === before
  })

test.describe('for a visitor who asked for less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing moves by itself, and the pictures can still be turned', { tag: '@night' }, async ({ page }) => {
    await standsStill(page)
    await carousel(page).getByRole('button', { name: '下一张' }).click()
    await expect(picture(page)).toHaveAttribute('aria-label', /^第 2 张/)
  })
})
