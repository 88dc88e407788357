import type { Page } from '@playwright/test'
import { tabTo } from '../support/keys.ts'
import { ask, expect, test } from '../support/test.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('the first stop skips to the content', async ({ page, visit }) => {
  await visit('/admin/news/list/21')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: '跳到正文' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('navigation', { name: '当前位置' }).getByRole('link').first()).toBeFocused()
})

test('a menu opens by Enter and by arrow, is walked by arrows, closes by Escape, and leads on by Enter', async ({
  page,
  visit,
}) => {
  await visit('/admin/verify')
  const menu = page.getByRole('navigation', { name: '主导航' })
  const button = menu.getByRole('button', { name: '新闻动态' })
  const link = (name: string) => menu.getByRole('link', { name, exact: true })
  await tabTo(page, /^新闻动态$/)
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expect(link('协会动态')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(link('协会动态')).toBeHidden()
  await page.keyboard.press('ArrowDown')
  await expect(link('协会动态')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(link('行业资讯')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(link('协会动态')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(link('协会动态')).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(link('会员风采')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/news/list/24')
  await expect(heading(page)).toHaveText('会员风采')
})

test('a menu closes behind who leaves it', { tag: '@night' }, async ({ page, visit }) => {
  await visit('/admin/verify')
  const menu = page.getByRole('navigation', { name: '主导航' })
  await tabTo(page, /^新闻动态$/)
  await page.keyboard.press('ArrowDown')
  await tabTo(page, /^通知公告$/)
  await expect(menu.getByRole('link', { name: '协会动态' })).toBeHidden()
})

test('after every change of the screen the heading of the new one has the focus, as after going back', {
  tag: '@night',
}, async ({ page, visit, signIn }) => {
  await signIn('qingyuan')
  await visit('/admin/user/doing')
  await page.getByRole('navigation', { name: '会员中心' }).getByRole('link', { name: '消息' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/user/messages')
  await expect(heading(page)).toBeFocused()
  await page.goBack()
  await expect(heading(page)).toHaveText('在办事项')
  await expect(heading(page)).toBeFocused()
})

test('a certificate is checked by keys alone', { tag: '@night' }, async ({ page, visit }) => {
  const { list } = await ask('/app/publicity/qualification/list?status=valid')
  await visit('/admin/verify')
  await tabTo(page, /^证书编号$/)
  await page.keyboard.type(list[0].certNo)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '截至今天' })).toBeVisible()
  await tabTo(page, /^查询哪一天的状态/)
  for (const key of ['ArrowUp', 'ArrowRight', 'ArrowUp', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key)
  await tabTo(page, /^查验$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '这一天' })).toBeVisible()
})

test('a register is narrowed by keys alone', { tag: '@night' }, async ({ page, visit }) => {
  await visit('/admin/publicity/qualification')
  await tabTo(page, /^单位名称$/)
  await page.keyboard.type('清源')
  await tabTo(page, /^状态$/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await tabTo(page, /^查询$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/status=valid/)
  const { list } = await ask('/app/publicity/qualification/list?orgName=清源&status=valid')
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(list.length)
})

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 375, height: 812 } })

  test('the menu opens by Enter, and Escape closes it and gives the focus back', { tag: '@night' }, async ({
    page,
    visit,
  }) => {
    await visit('/admin/verify')
    await tabTo(page, /^菜单$/)
    await page.keyboard.press('Enter')
    const menu = page.getByRole('navigation', { name: '主导航' })
    await expect(menu).toBeVisible()
    await tabTo(page, /^新闻动态$/)
    await page.keyboard.press('Enter')
    await tabTo(page, /^协会动态$/)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(page.getByLabel('菜单')).toBeFocused()
  })
})
