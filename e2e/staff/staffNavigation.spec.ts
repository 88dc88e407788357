import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { dialog, field, open, press, signInBeforeEach, summary, test } from '../support/ownSite.ts'
import { expect, waitForHydration } from '../support/test.ts'

signInBeforeEach()

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1680, height: 900 } })
test.describe.configure({ mode: 'default' })

const save = (page: Page) => dialog(page).getByRole('button', { name: '保存' }).click()

test('a quick link is filled in wrong once, then leads from beside every page', { tag: '@night' }, async ({ page }) => {
  await open(page, '/staff/quick-links', '右侧入口')
  await press(page, '新增右侧入口')
  await field(page, /^名称/).fill('会员名录')
  await save(page)
  await expect(summary(page)).toContainText('请填写网址')
  expect(await faultsOf(page)).toEqual([])
  await field(page, /^网址/).fill('/admin/publicity/member')
  await save(page)
  await expect(dialog(page)).toHaveCount(0)
  await press(page, '上移 会员名录')
  await expect(page.getByRole('status').filter({ hasText: '会员名录 已移到第 4 位' })).toBeAttached()
  const ways = async () => {
    await page.goto('/admin/news/list/41')
    await waitForHydration(page)
    return page.getByRole('complementary', { name: '快捷服务' }).locator(':is(a, button)').allInnerTexts()
  }
  await expect.poll(ways).toEqual(['入会申请', '联系我们', '官方微信', '会员名录', '下载专区'])
  await page.getByRole('complementary', { name: '快捷服务' }).getByRole('link', { name: '会员名录' }).click()
  await expect(page).toHaveURL('/admin/publicity/member')
})

test('a place is bound to another column, and every link to it goes there', { tag: '@night' }, async ({ page }) => {
  await open(page, '/staff/catalogues', '栏目树')
  const card = page.getByRole('region', { name: '常用位置' })
  const bind = async (column: string) => {
    await press(page, '指定常用位置')
    await card.getByRole('combobox', { name: /^下载专区/ }).fill(column)
    await page.keyboard.press('Enter')
    expect(await faultsOf(page)).toEqual([])
    await card.getByRole('button', { name: '保存' }).click()
  }
  await bind('征求意见')
  await expect(card.getByRole('link', { name: '标准化 › 征求意见' })).toHaveAttribute('href', '/admin/news/list/74')
  await expect(page.getByRole('button', { name: '不能删除 征求意见' })).toBeVisible()
  const target = async () => {
    await page.goto('/admin/home/search?key=查无此词')
    return page.locator('.empty').getByRole('link', { name: '下载专区' }).getAttribute('href')
  }
  await expect.poll(target).toBe('/admin/news/list/74')
  await open(page, '/staff/catalogues', '栏目树')
  await bind('下载专区')
  await expect.poll(target).toBe('/admin/news/list/26')
})

test('blocks of the home page are added, moved and switched off', async ({ page }) => {
  const headings = async () => {
    await page.goto('/admin/home')
    await waitForHydration(page)
    return page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()
  }
  const before = await headings()
  await open(page, '/staff/home-blocks', '首页自上而下')
  await press(page, '修改 培训报名')
  await dialog(page).getByRole('radio', { name: '不显示' }).check()
  await save(page)
  await expect(dialog(page)).toHaveCount(0)
  await press(page, '新增版块')
  await save(page)
  await expect(summary(page)).toContainText('请填写标题')
  await expect(summary(page)).toContainText('请选择栏目')
  expect(await faultsOf(page)).toEqual([])
  await field(page, /^标题/).fill('会议与活动')
  await dialog(page).getByRole('combobox', { name: /^栏目/ }).fill('会议活动')
  await page.keyboard.press('Enter')
  await save(page)
  await expect(dialog(page)).toHaveCount(0)
  await press(page, '上移 会议与活动')
  await expect(page.getByRole('status').filter({ hasText: '会议与活动 已移到第 14 位' })).toBeAttached()
  const without = before.filter(name => name !== '培训报名')
  await expect.poll(headings).toEqual([...without.slice(0, -1), '会议与活动', ...without.slice(-1)])
  const block = page.getByRole('main').locator('section', { hasText: '会议与活动' })
  await expect(block.getByRole('listitem')).toHaveCount(6)
  await block.getByRole('link', { name: '更多会议与活动' }).click()
  await expect(page).toHaveURL('/admin/news/list/23')
})
