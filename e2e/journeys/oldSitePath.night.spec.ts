import type { Page } from '@playwright/test'
import { makeOldSite } from '#test/support/oldSite/pages.ts'
import { faultsOf } from '../support/axe.ts'
import { expect, phone, test } from '../support/test.ts'

const PAGES = 15

async function upload(page: Page) {
  const { bytes, pages } = await makeOldSite(PAGES)
  const file = { name: '协会旧网站.zip', mimeType: 'application/zip', buffer: bytes }
  await page.locator('input.upload-input').first().setInputFiles(file)
  await expect(page).toHaveURL(/\/staff\/old-site\/\d+$/, { timeout: 60_000 })
  return pages
}

const status = (page: Page) => page.locator('.desk-card-head .tag').first()
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const count = (page: Page, name: string) =>
  page
    .locator('.import-counts div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')

test('an old site is uploaded, its rules corrected on samples, previewed, imported, followed by its old addresses and undone', async ({
  page,
  visit,
  signInStaff,
  request,
}) => {
  test.slow()
  await signInStaff('editor')
  await visit('/staff/old-site')
  expect(await faultsOf(page)).toEqual([])
  const pages = await upload(page)
  await expect(status(page)).toHaveText('待核对规则', { timeout: 60_000 })
  await expect(page.getByText('/show.asp?id=*', { exact: true }).first()).toBeVisible()
  const title = page.getByRole('textbox', { name: '标题的选择器' })
  await expect(title).toHaveValue('td.bigtitle')
  await expect(page.locator('[data-name="样页 1"]').filter({ hasText: pages[0]!.title }).first()).toBeVisible()
  await page.getByRole('list', { name: '标题的候选' }).getByRole('button').first().click()
  await expect(title).not.toHaveValue('td.bigtitle')
  await title.fill('td[')
  await expect(page.getByText(/选择器写法不对/).first()).toBeVisible()
  await title.fill('td.bigtitle')
  await expect(page.getByText(/选择器写法不对/)).toHaveCount(0)
  expect(await faultsOf(page)).toEqual([])

  await press(page, '保存规则并预览')
  await expect(page.getByText('请选择栏目').first()).toBeVisible()
  await page.getByRole('combobox', { name: '放入栏目' }).click()
  await page.locator('.ant-select-item-option').first().click()
  await press(page, '保存规则并预览')
  await expect(status(page)).toHaveText('待导入', { timeout: 60_000 })
  await expect(count(page, '待导入')).toHaveText(String(PAGES))
  expect(await faultsOf(page)).toEqual([])

  await press(page, `导入 ${PAGES} 篇并发布`)
  await expect(status(page)).toHaveText('已导入', { timeout: 60_000 })
  await expect(count(page, '已导入')).toHaveText(String(PAGES))
  await expect(page.getByRole('link', { name: pages[0]!.title })).toBeVisible()
  const own = new URL(page.url()).pathname
  const old = pages[3]!.address.replace(/^https?:\/\/[^/]+/, '')
  expect((await request.get(old, { maxRedirects: 0 })).status()).toBe(301)
  const response = await page.goto(old)
  expect(response!.status()).toBe(200)
  await expect(page.getByRole('heading', { name: pages[3]!.title })).toBeVisible()

  await visit('/staff/old-site')
  await page.locator(`a[href="${own}"]`).click()
  await press(page, '撤销导入')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^撤\s*销$/ })
    .click()
  await expect(status(page)).toHaveText('已撤销', { timeout: 60_000 })
  expect((await request.get(old, { maxRedirects: 0 })).status()).toBe(404)
})

test.describe('on a phone', () => {
  test.use(phone)

  test('list, rules and preview fit, without barriers', async ({ page, visit, signInStaff }) => {
    await signInStaff('editor')
    await visit('/staff/old-site')
    const fits = async () => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
      expect(await faultsOf(page)).toEqual([])
    }
    await fits()
    await upload(page)
    await expect(status(page)).toHaveText('待核对规则', { timeout: 60_000 })
    await expect(page.locator('[data-name="样页 3"]').first()).toBeVisible()
    await fits()
    await page.getByRole('combobox', { name: '放入栏目' }).click()
    await page.locator('.ant-select-item-option').first().click()
    await press(page, '保存规则并预览')
    await expect(status(page)).toHaveText('待导入', { timeout: 60_000 })
    await expect(page.getByRole('heading', { name: '页面', exact: true })).toBeVisible()
    await fits()
  })
})
