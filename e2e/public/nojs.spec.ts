import type { Page } from '@playwright/test'
import { certificateNumber } from '../support/routes.ts'
import { ask, expect, test } from '../support/test.ts'

test.use({ javaScriptEnabled: false })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const meta = (page: Page, name: string) => page.locator(`meta[name="${name}"], meta[property="${name}"]`)

test.describe('without JavaScript', () => {
  test('the home page has its news, figures and public notices', { tag: '@night' }, async ({ page }) => {
    // Members join and articles are published while this page is looked at: figures and page are compared until nobody does.
    await expect(async () => {
      const { list: figures } = await ask('/cms/index/noLogin/num/num')
      const { list: news } = await ask('/catalog/a?catalogId=3')
      await page.goto('/admin/home')
      for (const { name, num } of figures)
        await expect(page.getByRole('term').filter({ hasText: name }).locator('..')).toContainText(
          num.toLocaleString('en'),
          { timeout: 1 },
        )
      await expect(page.getByRole('link', { name: news[0].title }).first()).toBeVisible({ timeout: 1 })
    }).toPass()
    await expect(page.getByRole('list', { name: '人员证书公示' }).getByRole('listitem').first()).toBeVisible()
  })

  test('the home page has its styles down to its end, and those of what somebody does', { tag: '@night' }, async ({
    page,
  }) => {
    await page.goto('/admin/home')
    await expect(page.getByRole('contentinfo')).toHaveCSS('background-color', 'rgb(6, 43, 74)')
    await expect(page.getByRole('region', { name: '数字与证书查验' }).locator('.wrap')).toHaveCSS('display', 'grid')
    const wide = page.getByRole('navigation', { name: '主导航' })
    await wide.getByRole('button', { name: '新闻动态' }).hover()
    await expect(wide.getByRole('link', { name: '协会动态' })).toBeVisible()
  })

  test('the menus open, on a wide screen and on a narrow one', async ({ page }) => {
    await page.goto('/admin/verify')
    const wide = page.getByRole('navigation', { name: '主导航' })
    await wide.getByRole('button', { name: '新闻动态' }).hover()
    await wide.getByRole('link', { name: '协会动态' }).click()
    await expect(heading(page)).toHaveText('协会动态')
    await page.setViewportSize({ width: 375, height: 812 })
    await page.getByLabel('菜单').click()
    const narrow = page.getByRole('navigation', { name: '主导航' })
    await narrow.getByText('通知公告').click()
    await narrow.getByRole('link', { name: '公示公告' }).click()
    await expect(heading(page)).toHaveText('公示公告')
  })

  test('a list is turned, narrowed and read', async ({ page }) => {
    await page.goto('/admin/news/list/3')
    await page.getByRole('link', { name: '下一页' }).click()
    await expect(page).toHaveURL('/admin/news/list/3?pageNum=2')
    await page.getByLabel('关键词').fill('锅炉')
    await page.getByRole('button', { name: '查找' }).click()
    await expect(page.getByLabel('关键词')).toHaveValue('锅炉')
    const first = page.locator('.article-row h2 a').first()
    const title = await first.textContent()
    await first.click()
    await expect(heading(page)).toHaveText(title!)
    await expect(page.locator('.prose')).not.toBeEmpty()
  })

  test('the site is searched, and a certificate checked', async ({ page }) => {
    await page.goto('/admin/home')
    await page.getByRole('combobox', { name: '全站搜索' }).fill('水质')
    await page.getByRole('combobox', { name: '全站搜索' }).press('Enter')
    await expect(page.locator('.hits > li').first().locator('em').first()).toHaveText('水质')
    await page.goto('/admin/verify')
    await page.getByLabel('证书编号').fill(await certificateNumber('revoked'))
    await page.getByRole('button', { name: '查验' }).click()
    await expect(page.getByRole('status').filter({ hasText: '截至今天' })).toContainText('撤销')
  })

  test('the registers are narrowed by what is chosen, and by nothing else', { tag: '@night' }, async ({ page }) => {
    await page.goto('/admin/publicity/qualification')
    await page.getByLabel('状态').selectOption('已撤销')
    await page.getByRole('button', { name: '查询' }).click()
    await expect(page).toHaveURL(/status=revoked/)
    await expect(async () => {
      const { list } = await ask('/app/publicity/qualification/list?status=revoked')
      await page.reload()
      await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(list.length, { timeout: 1 })
    }).toPass()
  })
})

test.describe('for search engines and those who share a page', () => {
  test('the home page says who the association is', { tag: '@night' }, async ({ page }) => {
    const { association } = await ask('/config/public')
    await page.goto('/admin/home/dash')
    expect(await structured(page)).toContainEqual(
      expect.objectContaining({ '@type': 'Organization', name: association.name }),
    )
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/admin\/home$/)
  })

  test('a column and an article carry the official 网页标签', { tag: '@night' }, async ({ page }) => {
    await page.goto('/admin/news/list/21')
    await expect(meta(page, 'ColumnName')).toHaveAttribute('content', '协会动态')
    await expect(meta(page, 'ColumnType')).toHaveAttribute('content', '新闻动态')
    await page.goto('/admin/news/list-info/3467?pa=26')
    const article = await ask('/catalog/a/info?id=3467')
    await expect(meta(page, 'ArticleTitle')).toHaveAttribute('content', article.title)
    await expect(meta(page, 'PubDate')).toHaveAttribute('content', /^\d{4}-\d\d-\d\d \d\d:\d\d$/)
    await expect(meta(page, 'ContentSource')).toHaveAttribute('content', article.source)
    await expect(meta(page, 'Keywords')).toHaveAttribute('content', /入会申请/)
    await expect(meta(page, 'og:type')).toHaveAttribute('content', 'article')
    const data = await structured(page)
    expect(data).toContainEqual(
      expect.objectContaining({ '@type': 'NewsArticle', headline: article.title, datePublished: article.publishTime }),
    )
    const way = data.find(one => one['@type'] === 'BreadcrumbList')
    expect(way.itemListElement.map((step: { name: string }) => step.name)).toEqual(['首页', '下载专区', '正文'])
  })
})

const structured = async (page: Page) =>
  (await page.locator('script[type="application/ld+json"]').allTextContents()).map(text => JSON.parse(text))
