import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ask, expect, phone, test, textOf, waitForHydration } from '../support/test.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('at a desk', () => {
  test('a visitor comes from the home page by the menu to a column, an article, its neighbours and back', async ({
    page,
    visit,
  }) => {
    await visit('/admin/home')
    const menu = page.getByRole('navigation', { name: '主导航' })
    await menu.getByRole('button', { name: '通知公告' }).hover()
    await menu.getByRole('link', { name: '公示公告' }).click()
    await readOn(page, '公示公告')
  })

  test('the mouse opens a menu by coming near and closes it by leaving; its click does not close it', {
    tag: '@night',
  }, async ({ page, visit }) => {
    await visit('/admin/verify')
    const button = page.getByRole('button', { name: '新闻动态' })
    const link = page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '行业资讯' })
    await expect(link).toBeHidden()
    await button.click()
    await expect(link).toBeVisible()
    await page.mouse.move(640, 800)
    await expect(link).toBeHidden()
  })

  test('a menu that the mouse has come near before the page acts opens as soon as it does', { tag: '@night' }, async ({
    page,
  }) => {
    await page.goto('/admin/verify')
    const menu = page.getByRole('navigation', { name: '主导航' })
    await page.mouse.move(640, 800)
    await menu.getByRole('button', { name: '新闻动态' }).hover()
    await expect(menu.getByRole('link', { name: '行业资讯' })).toBeVisible()
  })

  test('the panel of a narrow screen gives way to the bar of a wide one, where menus open as ever', {
    tag: '@night',
  }, async ({ page }) => {
    await page.setViewportSize({ width: 820, height: 900 })
    await page.goto('/admin/verify')
    await page.getByLabel('菜单').click()
    await waitForHydration(page)
    const menu = page.getByRole('navigation', { name: '主导航' })
    await menu.getByRole('button', { name: '新闻动态' }).hover()
    await expect(menu.getByRole('link', { name: '行业资讯' })).toBeHidden()
    await menu.getByRole('button', { name: '新闻动态' }).click()
    await menu.getByRole('button', { name: '通知公告' }).click()
    await expect(menu.getByRole('link', { name: '行业资讯' })).toBeHidden()
    await expect(menu.getByRole('link', { name: '公示公告' })).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect(page.locator('details', { has: page.getByLabel('菜单') })).not.toHaveAttribute('open')
    await menu.getByRole('button', { name: '新闻动态' }).hover()
    await expect(menu.getByRole('link', { name: '行业资讯' })).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a visitor comes from the home page by the menu to a column, an article, its neighbours and back', async ({
    page,
    visit,
  }) => {
    await visit('/admin/home')
    await expect(page.getByRole('navigation', { name: '主导航' })).toBeHidden()
    await page.getByLabel('菜单').tap()
    const menu = page.getByRole('navigation', { name: '主导航' })
    await menu.getByText('通知公告').tap()
    await menu.getByRole('link', { name: '公示公告' }).tap()
    await expect(menu).toBeHidden()
    await readOn(page, '公示公告')
  })

  test('a register becomes short rows that name only the day a certificate ends', { tag: '@night' }, async ({
    page,
    visit,
  }) => {
    await visit('/admin/publicity/qualification')
    const row = page.getByRole('row').nth(1)
    await expect(row).toBeVisible()
    const shown = await row
      .locator('td')
      .evaluateAll(cells =>
        cells.filter(cell => cell.checkVisibility()).map(cell => getComputedStyle(cell, '::before').content),
      )
    expect(shown).toEqual(['none', 'none', '"有效期至"', 'none'])
    expect((await row.boundingBox())!.height).toBeLessThan(100)
  })
})

/** Reads from a column to its first article, on to the next and back, and up through the breadcrumb. */
async function readOn(page: Page, column: string) {
  await expect(heading(page)).toHaveText(column)
  const [first, second] = await page.locator('.article-row h2 a').all()
  const [title, nextTitle] = [await textOf(first!), await textOf(second!)]
  await first!.click()
  await expect(heading(page)).toHaveText(title)
  await expect(page.getByText('上一篇：已是最新一篇')).toBeVisible()
  const neighbours = page.getByRole('navigation', { name: '上一篇和下一篇' })
  await neighbours.getByRole('link', { name: nextTitle }).click()
  await expect(heading(page)).toHaveText(nextTitle)
  await neighbours.getByRole('link', { name: title }).click()
  await expect(heading(page)).toHaveText(title)
  const breadcrumb = page.getByRole('navigation', { name: '当前位置' })
  await expect(breadcrumb.getByText('正文')).toHaveAttribute('aria-current', 'page')
  await breadcrumb.getByRole('link', { name: column }).click()
  await expect(heading(page)).toHaveText(column)
  await breadcrumb.getByRole('link', { name: '首页' }).click()
  await expect(page).toHaveURL('/admin/home')
}

test('attachments come with their names and are what their names say', { tag: '@night' }, async ({ page, visit }) => {
  const beginnings = { pdf: '%PDF', docx: 'PK\u0003\u0004', xlsx: 'PK\u0003\u0004' }
  const seen = new Set<string>()
  for (const article of ['入会申请须知及申请表下载', '培训报名回执、开票信息表和工作证明样张']) {
    await visit('/admin/news/list/26')
    await page.getByRole('link', { name: article }).first().click()
    await expect(heading(page)).toContainText(article)
    const files = page.getByRole('region', { name: /^附件/ }).getByRole('link')
    for (const file of await files.all()) {
      const name = await textOf(file.locator('.file-name'))
      const downloading = page.waitForEvent('download')
      await file.click()
      const download = await downloading
      expect(download.suggestedFilename()).toBe(name)
      const bytes = await readFile(await download.path())
      const ext = name.split('.').pop() as keyof typeof beginnings
      expect(bytes.subarray(0, 4).toString('latin1'), name).toBe(beginnings[ext])
      seen.add(ext)
    }
  }
  expect([...seen].sort()).toEqual(['docx', 'pdf', 'xlsx'])
})

test('reading an article counts once', { tag: '@night' }, async ({ page, visit }) => {
  const { list } = await ask('/catalog/a?catalogId=22')
  const article = list.at(-1)
  const { viewCount } = await ask(`/catalog/a/info?id=${article.id}`)
  await visit(`/admin/news/list-info/${article.id}`)
  await expect(page.getByText(`阅读：${viewCount + 1}`)).toBeVisible()
  await page.reload()
  await expect(page.getByText(`阅读：${viewCount + 1}`)).toBeVisible()
})
