import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('axe finds nothing in what opens: a menu, the menu of a phone, the QR pictures, a code for the phone', async ({
  page,
  visit,
}) => {
  await page.setViewportSize({ width: 1680, height: 900 })
  await visit('/admin/news/list-info/3467?pa=26')
  await page.getByRole('button', { name: '手机阅读' }).click()
  await expect(page.getByRole('img', { name: '本页网址的二维码' })).toBeVisible()
  await page.getByRole('button', { name: '官方微信' }).press('Enter')
  await expect(page.getByRole('img', { name: /用手机扫描关注/ })).toHaveCount(2)
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: '能力评价' }).hover()
  await expect(page.getByRole('link', { name: '评价申请' }).first()).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.setViewportSize({ width: 375, height: 812 })
  await page.getByLabel('菜单').click()
  await page.getByRole('navigation', { name: '主导航' }).getByText('能力评价').click()
  expect(await faultsOf(page)).toEqual([])
})

test('the page can be moved by what it shows, not sideways: a wide table scrolls by itself', { tag: '@night' }, async ({
  page,
  visit,
}) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await visit('/admin/news/list-info/3467?pa=26')
  const table = page.locator('.prose .scroll').first()
  // A plain one becomes cards; any other stays a table.
  await table.getByRole('table').evaluate(table => table.removeAttribute('data-cards'))
  expect(await table.evaluate(box => box.scrollWidth > box.clientWidth)).toBe(true)
  expect(await moveSideways(page)).toBe(0)
})

const moveSideways = (page: Page) =>
  page.evaluate(() => {
    scrollTo(500, 0)
    return scrollX
  })
