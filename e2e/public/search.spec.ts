import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { ask, expect, phone, test } from '../support/test.ts'

const hits = (page: Page) => page.locator('.hits > li')

test('the box in the header searches by Enter and by its button', { tag: '@night' }, async ({ page, visit }) => {
  await visit('/admin/news/list/21')
  const box = page.getByRole('combobox', { name: '全站搜索' })
  await expect(box).toHaveAttribute('placeholder', '全站搜索')
  await box.fill('化学清洗')
  await box.press('Enter')
  await expect(page).toHaveURL(`/admin/home/search?key=${encodeURIComponent('化学清洗')}`)
  await expect(hits(page).first().locator('em').first()).toHaveText('化学清洗')
  await expect(box).toHaveValue('化学清洗')
  await box.fill('水质')
  await page.getByRole('banner').getByRole('button', { name: '搜索' }).click()
  await expect(page).toHaveURL(`/admin/home/search?key=${encodeURIComponent('水质')}`)
  await expect(hits(page).first().locator('em').first()).toHaveText('水质')
  await page.goBack()
  await expect(box).toHaveValue('化学清洗')
})

test('what one types is proposed by name, by keys alone', async ({ page, visit }) => {
  await visit('/admin/news/list/21')
  const box = page.getByRole('combobox', { name: '全站搜索' })
  await box.fill('会费标')
  const list = page.getByRole('listbox', { name: '搜索建议' })
  await expect(list.getByRole('option').first()).toContainText('会费标准')
  await expect(box).toHaveAttribute('aria-expanded', 'true')
  expect(await faultsOf(page)).toEqual([])
  await box.press('ArrowDown')
  await expect(list.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await box.press('Escape')
  await expect(list).toBeHidden()
  await expect(box).toHaveValue('会费标')
  await box.fill('会费标准')
  await expect(list).toBeVisible()
  await box.press('ArrowDown')
  await box.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '会费标准' })).toBeVisible()
})

test('what several have found something by is proposed to who begins like this', { tag: '@night' }, async ({
  browser,
  page,
  visit,
}) => {
  const searched = async (n: number) => {
    const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': `10.9.${n}.1` } })
    const visitor = await context.newPage()
    await visitor.goto('/admin/home/search?key=化学清洗单位')
    await expect(hits(visitor).first()).toBeVisible()
    await context.close()
  }
  for (const n of [1, 2, 3]) await searched(n)
  await visit('/admin/news/list/21')
  const box = page.getByRole('combobox', { name: '全站搜索' })
  const proposed = page.getByRole('option', { name: '化学清洗单位 大家搜过' })
  await expect(async () => {
    await box.fill('化学')
    await box.fill('化学清')
    await expect(proposed).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await proposed.click()
  await expect(page).toHaveURL(`/admin/home/search?key=${encodeURIComponent('化学清洗单位')}`)
  await expect(hits(page).first()).toBeVisible()
})

test('a hit in a long text leads to its passage', { tag: '@night' }, async ({ page, visit }) => {
  await visit('/admin/home/search?key=不设浮动区间')
  const link = hits(page).first().getByRole('link')
  await expect(link).toHaveAttribute('href', `/admin/news/info/83#:~:text=${encodeURIComponent('不设浮动区间')}`)
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: '会费标准' })).toBeVisible()
})

test('an empty box does not search', { tag: '@night' }, async ({ page, visit }) => {
  await visit('/admin/news/list/21')
  await page.getByRole('banner').getByRole('button', { name: '搜索' }).click()
  await expect(page).toHaveURL('/admin/news/list/21')
})

test('results are narrowed by kind and put in order, in the address', async ({ page, visit }) => {
  // Search for a word that no parallel test writes, so that the count stays the same.
  const { facets } = await ask('/search?key=除氧')
  const { type, typeName, count } = facets.find((facet: { count: number }) => facet.count > 0)
  await visit('/admin/home/search?key=除氧')
  const tab = page.getByRole('navigation', { name: '结果类别' }).getByRole('link', { name: typeName })
  await expect(tab).toContainText(String(count))
  await tab.click()
  await expect(page).toHaveURL(new RegExp(`type=${type}`))
  await expect(tab).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('navigation', { name: '分页' })).toContainText(`共 ${count}`)
  await page.getByRole('link', { name: '按时间' }).click()
  await expect(page).toHaveURL(new RegExp(`type=${type}.*sort=time`))
  await page.reload()
  await expect(page.getByRole('link', { name: '按时间' })).toHaveAttribute('aria-current', 'true')
  await hits(page).first().getByRole('link').click()
  await expect(page).not.toHaveURL(/\/search/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('where nothing is found the page says what to try, and that leads somewhere', { tag: '@night' }, async ({
  page,
  visit,
}) => {
  await visit('/admin/home/search?key=锅炉清洗飞船')
  await expect(page.getByText('没有找到与“锅炉清洗飞船”有关的内容')).toBeVisible()
  await page.locator('.search-try').getByRole('link').first().click()
  await expect(hits(page).first()).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the search is one tap away, and in the menu', { tag: '@night' }, async ({ page, visit }) => {
    await visit('/admin/verify')
    await page.getByRole('banner').getByRole('link', { name: '全站搜索' }).tap()
    await page.getByRole('form', { name: '搜索全站' }).getByLabel('搜索词').fill('除氧')
    await page.getByRole('button', { name: '搜索', exact: true }).last().tap()
    await expect(page).toHaveURL(`/admin/home/search?key=${encodeURIComponent('除氧')}`)
    await expect(hits(page).first().locator('em').first()).toHaveText('除氧')
    await page.getByLabel('菜单').tap()
    await page.getByRole('banner').getByRole('link', { name: '全站搜索' }).last().tap()
    await expect(page).toHaveURL('/admin/home/search')
    await expect(page.getByRole('form', { name: '搜索全站' })).toBeVisible()
  })
})
