import type { Page } from '@playwright/test'
import { newPhone } from '../support/company.ts'
import { expect, test, waitForHydration } from '../support/test.ts'

/** Keeps the scripts of pages back until it is called. */
async function holdScripts(page: Page, of = '**/page-scripts/**'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(of, async route => {
    await promise
    await route.continue()
  })
  return resolve
}

test.describe('before the scripts of a page are there', () => {
  test('who only looks asks for none of them, and who moves the mouse does', { tag: '@night' }, async ({ page }) => {
    const asked: string[] = []
    page.on('request', request => void (/\.js$|page-scripts/.test(request.url()) && asked.push(request.url())))
    await page.goto('/admin/home', { waitUntil: 'networkidle' })
    expect(asked).toEqual([])
    // Chromium drops what the mouse does before it has painted the page: whoever moves it goes on moving it.
    await expect(async () => {
      await page.mouse.move(400, 300)
      await page.mouse.move(410, 300)
      expect(asked.length).toBeGreaterThan(5)
    }).toPass()
  })

  test('a link is followed, and the press of a button is done when they are', async ({ page }) => {
    const letGo = await holdScripts(page)
    await page.goto('/admin/home')
    await page.getByRole('link', { name: '登录' }).first().click()
    await expect(page).toHaveURL('/admin/login/login')
    await page.getByRole('banner').getByRole('button', { name: '高对比' }).click()
    await expect(page.locator('html')).not.toHaveAttribute('data-contrast', 'high')
    letGo()
    await expect(page.locator('html')).toHaveAttribute('data-contrast', 'high')
  })

  test('what is filled in stays, a choice changes what it changes, and a form is sent', async ({ page }) => {
    const letGo = await holdScripts(page)
    await page.goto('/admin/login/register')
    await page.getByLabel('个人').check()
    await page.getByLabel('用户名').fill('someone')
    const search = page.getByRole('banner').getByRole('combobox', { name: '全站搜索' })
    await search.fill('锅炉')
    letGo()
    await expect(page.getByLabel('单位名称')).toBeHidden()
    await expect(page.getByLabel('个人')).toBeChecked()
    await expect(page.getByLabel('用户名')).toHaveValue('someone')
    await expect(search).toHaveValue('锅炉')
    await expect(search).toHaveAttribute('aria-expanded', 'true')

    const letGoAgain = await holdScripts(page)
    await page.goto('/admin/home', { waitUntil: 'domcontentloaded' })
    await search.fill('水处理')
    await search.press('Enter')
    letGoAgain()
    await expect(page).toHaveURL(`/admin/home/search?key=${encodeURIComponent('水处理')}`)
  })

  test('a page whose scripts come at once does what was pressed before they came', { tag: '@night' }, async ({
    page,
  }) => {
    const letGo = await holdScripts(page, '**/assets/*.js')
    await page.goto('/admin/publicity/qualification/old', { waitUntil: 'commit' })
    const phone = newPhone()
    await page.getByLabel('联系人手机号').fill(phone)
    await page.getByRole('button', { name: '获取验证码' }).click()
    letGo()
    await expect(page.getByText(`验证码已发送到 ${phone}`)).toBeVisible()

    // The browser now has a saved draft, which is restored into the form after a reload.
    await page.getByLabel('单位名称').fill('抚顺第二锅炉清洗公司')
    const letGoAgain = await holdScripts(page, '**/assets/*.js')
    await page.reload({ waitUntil: 'commit' })
    await page.getByLabel('证书编号', { exact: true }).fill('锅清(B)字第1号')
    letGoAgain()
    await expect(page.getByLabel('单位名称')).toHaveValue('抚顺第二锅炉清洗公司')
    await expect(page.getByLabel('证书编号', { exact: true })).toHaveValue('锅清(B)字第1号')
  })

  test('pages that another process has sent act as well', { tag: '@night' }, async ({ page }) => {
    await page.route('**/page-scripts/**', route =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/page-scripts\/[^/]+/, 'page-scripts/of-another'),
      }),
    )
    await page.goto('/admin/news/list/21')
    await waitForHydration(page)
  })
})
