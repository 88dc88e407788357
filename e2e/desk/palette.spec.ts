import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

const button = (page: Page) => page.getByRole('button', { name: '搜索', exact: true })
const palette = (page: Page) => page.getByRole('dialog', { name: '搜索后台' })
const field = (page: Page) => palette(page).getByRole('combobox')
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true })

test('a company is found and opened by keys alone, and stands first the next time', async ({
  page,
  visit,
  signInStaff,
}) => {
  await signInStaff('admin')
  await visit('/staff')
  await expect(button(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('qingyuan')
  await expect(option(page, /^北京清源锅炉清洗有限公司/).first()).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  const first = await chosen(page).textContent()
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).not.toHaveText(first!)
  await page.keyboard.press('ArrowUp')
  await expect(chosen(page)).toContainText('北京清源锅炉清洗有限公司')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/staff\/organisations\/\d+$/)
  await expect(palette(page)).toHaveCount(0)
  await button(page).click()
  await expect(palette(page).getByRole('group', { name: '最近打开' }).getByRole('option')).toHaveText([/^北京清源/])
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await expect(button(page)).toBeFocused()
})

test('screens and acts are found by their names and first letters', { tag: '@night' }, async ({
  page,
  visit,
  signInStaff,
}) => {
  await signInStaff('admin')
  await visit('/staff')
  await expect(button(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await field(page).fill('新建培训班')
  await option(page, /^新建培训班/).click()
  await expect(page).toHaveURL('/staff/courses?new=blank')
  await expect(page.getByRole('heading', { level: 1, name: '培训班' })).toBeVisible()
  await expect(palette(page)).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await field(page).fill('zsbs')
  await expect(option(page, /^证书版式/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '证书版式' })).toBeVisible()
})

test('a question is given up when typing goes on, and nobody found is said', { tag: '@night' }, async ({
  page,
  visit,
  signInStaff,
}) => {
  await signInStaff('admin')
  await visit('/staff')
  await expect(button(page)).toBeVisible()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(/find\?key=%E6%B8%85$/, async route => {
    await held
    await route.continue().catch(() => {})
  })
  await page.keyboard.press('Control+k')
  const givenUp = page.waitForEvent('requestfailed', request => /find\?key=%E6%B8%85$/.test(request.url()))
  const asked = page.waitForRequest(/find\?key=%E6%B8%85$/)
  await field(page).fill('清')
  await asked
  await field(page).fill('清无此名')
  await givenUp
  letGo()
  await expect(palette(page).getByRole('status')).toContainText('没有找到')
})

test('on a phone it is a button in the bar', { tag: '@night' }, async ({ page, visit, signInStaff }) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await signInStaff('reviewer')
  await visit('/staff')
  await button(page).click()
  await field(page).fill('清源')
  await expect(option(page, /^北京清源锅炉清洗有限公司/).first()).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
})
