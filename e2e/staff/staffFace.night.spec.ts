import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { dialog, open, press, signInBeforeEach, summary, test } from '../support/ownSite.ts'
import { expect, signInBy, waitForHydration } from '../support/test.ts'

signInBeforeEach()

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.describe.configure({ mode: 'default' })

const GREEN = 'rgb(20, 83, 45)'
const colourOf = (page: Page, name: string) =>
  page.evaluate(of => getComputedStyle(document.documentElement).getPropertyValue(of).trim(), `--${name}`)

test('two colours are tried beside their fields, one too light is mended, and every page follows', async ({ page }) => {
  await open(page, '/staff/settings', '颜色')
  const card = page.getByRole('region', { name: '颜色', exact: true })
  await card.getByRole('button', { name: '修改 颜色' }).click()
  await card.getByRole('textbox', { name: /^主色/ }).fill('#14532d')
  await expect.poll(() => colourOf(page, 'structure')).toBe('#14532d')
  await card.getByRole('textbox', { name: /^辅色/ }).fill('#f59e0b')
  await card.getByRole('button', { name: '保存' }).click()
  await expect(summary(page)).toContainText('辅色 #f59e0b 太浅')
  await card.getByRole('button', { name: /^改用/ }).click()
  expect(await faultsOf(page)).toEqual([])
  await card.getByRole('button', { name: '保存' }).click()
  await expect(card.getByText('#14532d')).toBeVisible()
  // Saved on this very page, too, without loading it anew.
  expect(await colourOf(page, 'structure')).toBe('#14532d')

  for (const path of ['/admin/home', '/admin/verify', '/admin/login/login', '/staff/articles', '/staff/settings']) {
    await page.goto(path)
    await waitForHydration(page)
    expect(await colourOf(page, 'structure'), path).toBe('#14532d')
    expect(await faultsOf(page), path).toEqual([])
  }
  await expect(page.getByRole('button', { name: '修改 颜色' })).toHaveCSS('color', GREEN)
})

test('what was tried and not saved is forgotten', async ({ page }) => {
  await open(page, '/staff/settings', '颜色')
  const before = await colourOf(page, 'structure')
  const card = page.getByRole('region', { name: '颜色', exact: true })
  await card.getByRole('button', { name: '修改 颜色' }).click()
  await card.getByRole('textbox', { name: /^主色/ }).fill('#7f1d1d')
  await expect.poll(() => colourOf(page, 'structure')).toBe('#7f1d1d')
  await card.getByRole('button', { name: '取消' }).click()
  await expect.poll(() => colourOf(page, 'structure')).toBe(before)
})

test('a new version of the privacy policy is written, compared and published; members agree to it before they go on', async ({
  page,
  own,
  browser,
}) => {
  const member = await browser.newContext({ baseURL: own.url, reducedMotion: 'reduce' })
  const centre = await member.newPage()
  const enter = async (path: string) => {
    const data = { account: 'taishan', password: 'Hangxie-demo-2026' }
    const { token } = (await (await member.request.post(`${own.url}/api/login`, { data })).json()).data
    await signInBy(centre, token)
    await centre.goto(path)
  }
  await enter('/admin/user/membership')

  await open(page, '/staff/documents', '隐私政策')
  expect(await faultsOf(page)).toEqual([])
  await press(page, /起草新版本.*隐私政策/)
  const card = page.getByRole('region', { name: '隐私政策', exact: true })
  await card.getByRole('textbox', { name: /^版本号/ }).fill('2027-03')
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  await card.getByRole('textbox', { name: /^施行日期/ }).fill(today)
  await card.getByRole('textbox', { name: /^施行日期/ }).press('Enter')
  await card.getByRole('radio', { name: /^需要/ }).check()
  await card.getByRole('textbox', { name: /^变更说明/ }).fill('新增地图服务商')
  const text = card.getByRole('textbox', { name: /^正文/ })
  await text.fill(`${await text.inputValue()}\n## 八、地图\n地图由天地图提供。`)
  await card.getByText(/^与现行版本/).click()
  await expect(card.locator('ins').first()).toContainText('八、地图')
  expect(await faultsOf(page)).toEqual([])
  await press(page, '保存')
  await expect(card.getByText('有草稿')).toBeVisible()
  await press(page, /发布草稿.*隐私政策/)
  expect(await faultsOf(page)).toEqual([])
  await dialog(page).getByRole('button', { name: '发布', exact: true }).click()
  await expect(card.getByRole('row', { name: /2027-03/ })).toContainText('现行')

  await centre.reload()
  await expect(centre.getByRole('heading', { name: '隐私政策已更新' })).toBeVisible()
  await expect(centre.getByText('新增地图服务商')).toBeVisible()
  expect(await faultsOf(centre)).toEqual([])
  await centre.getByRole('button', { name: '不同意并退出' }).click()
  await expect(centre).toHaveURL(/\/admin\/home/)
  expect(await centre.evaluate(() => localStorage.getItem('token'))).toBeNull()

  await enter('/admin/user/membership')
  await centre.getByRole('button', { name: '同意', exact: true }).click()
  await expect(centre).toHaveURL(/\/admin\/user\/membership$/)
  await expect(centre.getByRole('heading', { name: '隐私政策已更新' })).toHaveCount(0)
  await centre.goto('/admin/login/privacy')
  await centre.getByRole('link', { name: '版本 2026-11' }).click()
  await expect(centre.getByRole('note')).toContainText('曾经施行')
  expect(await faultsOf(centre)).toEqual([])
  await member.close()
})
