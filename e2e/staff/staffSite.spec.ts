import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { faultsOf } from '../support/axe.ts'
import { tabTo } from '../support/keys.ts'
import { dialog, field, open, press, signInBeforeEach, summary, test } from '../support/ownSite.ts'
import { expect, phone, waitForHydration } from '../support/test.ts'

signInBeforeEach()

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.describe.configure({ mode: 'default' })

/** The names in the main menu, as visitors see them. */
async function menu(page: Page): Promise<string[]> {
  await page.goto('/admin/verify')
  const names = await page.getByRole('navigation', { name: '主导航' }).locator('> ul > li').allInnerTexts()
  return names.map(name => name.trim().split('\n')[0]!)
}

const picture = async (width: number, height: number) => ({
  name: `${width}x${height}.png`,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height, channels: 3, background: '#0b4a7f' } })
    .png()
    .toBuffer(),
})

test('columns change places by buttons, and the public menu with them', async ({ page }) => {
  expect(await menu(page)).toEqual(expect.arrayContaining(['期刊与专家']))
  const before = await menu(page)
  await open(page, '/staff/catalogues', '栏目树')
  const up = page.getByRole('button', { name: '上移 期刊与专家' })
  await up.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '期刊与专家 已移到第' })).toBeAttached()
  await expect(up).toBeFocused()
  const after = await menu(page)
  expect(after.indexOf('期刊与专家')).toBe(before.indexOf('期刊与专家') - 1)

  await open(page, '/staff/catalogues', '栏目树')
  await press(page, '专家库 移出为一级栏目')
  await expect(page.getByRole('button', { name: '专家库 移入 期刊与专家' })).toBeVisible()
  expect(await menu(page)).toContain('专家库')
  await open(page, '/staff/catalogues', '栏目树')
  await press(page, '专家库 移入 期刊与专家')
  await expect(page.getByRole('button', { name: '专家库 移出为一级栏目' })).toBeVisible()
  expect(await menu(page)).toEqual(after)
})

test('a column is dragged by the mouse, too', { tag: '@night' }, async ({ page }) => {
  await open(page, '/staff/catalogues', '栏目树')
  const row = (name: string) => page.locator('li', { has: page.locator(`button[aria-label="上移 ${name}"]`) }).last()
  await row('行业资讯').locator('b').dragTo(row('协会动态').locator('b'))
  await expect(page.getByRole('status').filter({ hasText: '行业资讯 已移到第 1 位' })).toBeAttached()
})

test('a column that is not empty says so, gives its articles away, and can then be deleted', { tag: '@night' }, async ({
  page,
}) => {
  await open(page, '/staff/catalogues', '栏目树')
  await press(page, '删除 会刊目录')
  await dialog(page).getByRole('button', { name: '删除', exact: true }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('“会刊目录”里还有')
  await dialog(page).getByRole('button', { name: '移走文章' }).click()
  await expect(dialog(page).getByText('请选择栏目')).toBeVisible()
  await dialog(page).getByRole('combobox', { name: /移到/ }).fill('专家库')
  await page.keyboard.press('Enter')
  expect(await faultsOf(page)).toEqual([])
  await dialog(page).getByRole('button', { name: '移走文章' }).click()
  await expect(dialog(page).getByText('须先移到别的栏目')).toHaveCount(0)
  await dialog(page).getByRole('button', { name: '删除', exact: true }).click()
  await expect(page.getByRole('button', { name: '删除 会刊目录' })).toHaveCount(0)
  await page.getByRole('button', { name: '不能删除 下载专区' }).focus()
  await expect(page.getByRole('tooltip')).toContainText('常用位置“下载专区”')
})

test('a column is filled in wrong once, then right, with the keyboard alone', { tag: '@night' }, async ({ page }) => {
  await open(page, '/staff/catalogues', '栏目树')
  await tabTo(page, /^新增栏目$/)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await tabTo(page, /^名称/)
  await page.keyboard.type('行业数据')
  await tabTo(page, /^跳转地址/)
  await page.keyboard.type('//evil.example')
  await page.keyboard.press('Enter')
  await expect(summary(page)).toBeFocused()
  await expect(summary(page)).toContainText('以 / 开头')
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(field(page, /^跳转地址/)).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('/admin/verify')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  expect(await menu(page)).toContain('行业数据')
})

test('who changed a figure is found, and what it was is put back', { tag: '@night' }, async ({ page }) => {
  const shown = async () => {
    await page.goto('/admin/home')
    return page.locator('.figures dt').allInnerTexts()
  }
  const before = await shown()
  await open(page, '/staff/figures', '首页显示的数字')
  await press(page, '修改 会员单位')
  await field(page, /^名称/).fill('')
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(summary(page)).toContainText('请填写名称')
  expect(await faultsOf(page)).toEqual([])
  await field(page, /^名称/).fill('理事单位')
  await dialog(page).getByRole('combobox', { name: /^统计/ }).click()
  await page
    .getByTitle(/^会员单位 · 理事/)
    .first()
    .click()
  await expect(dialog(page).getByText(/此刻的结果：\d+/)).toBeVisible()
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(dialog(page)).toHaveCount(0)
  // The page is kept until its process has heard of the change.
  await expect.poll(shown).toEqual(['理事单位', ...before.slice(1)])

  await open(page, '/staff/figures', '首页显示的数字')
  const line = page.getByRole('row').filter({ hasText: '修改 理事单位' }).first()
  await expect(line).toContainText('叶青禾')
  await expect(line).toContainText('名称：会员单位 → 理事单位')
  await line.getByRole('button', { name: /^恢复/ }).click()
  await expect(page.getByRole('row').filter({ hasText: '恢复 会员单位' })).toBeVisible()
  await expect.poll(shown).toEqual(before)
})

test('an announcement stands on the public pages until a visitor closes it', { tag: '@night' }, async ({ page }) => {
  await open(page, '/staff/announcements', '全部公告条')
  await press(page, '新增公告条')
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(summary(page)).toContainText('请填写文字')
  await field(page, /^文字/).fill('本周六 22:00 至 24:00 系统维护，报名与申请暂停受理')
  await dialog(page).getByRole('radio', { name: '紧急' }).check()
  await field(page, /^点击后打开/).fill('/admin/news/list/41')
  await expect(dialog(page).locator('.announcement')).toContainText('紧急')
  expect(await faultsOf(page)).toEqual([])
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('正在显示')).toBeVisible()

  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/admin/home')
    await waitForHydration(page)
    const bar = page.getByRole('status').filter({ hasText: '系统维护' })
    await expect(bar.getByRole('link')).toHaveAttribute('href', '/admin/news/list/41')
    const [top, header] = [await bar.boundingBox(), await page.getByRole('banner').boundingBox()]
    expect(top!.y).toBeGreaterThanOrEqual(header!.y + header!.height - 1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await faultsOf(page)).toEqual([])
  }
  await press(page, '关闭公告')
  await page.getByRole('link', { name: '更多新闻动态' }).click()
  await page.reload()
  await waitForHydration(page)
  await expect(page.locator('.announcement')).toHaveCount(0)
})

test('a banner of the wrong size is refused with the right one; a right one is previewed and shown', {
  tag: '@night',
}, async ({ page }) => {
  await open(page, '/staff/banners', '首页轮播')
  await press(page, '新增首页轮播')
  await field(page, /^标题/).fill('清洁能源')
  await field(page, /^图片说明/).fill('蓝色的底')
  const files = dialog(page).locator('input[type=file]:not([capture])')
  await files.nth(0).setInputFiles(await picture(900, 900))
  await files.nth(1).setInputFiles(await picture(750, 600))
  await expect(dialog(page).locator('.upload-row').getByRole('button', { name: /^移除/ })).toHaveCount(2)
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(summary(page)).toContainText('图片是 900 × 900 像素，应接近 1920 × 640')
  expect(await faultsOf(page)).toEqual([])
  await dialog(page).getByRole('button', { name: '移除 已上传的文件' }).first().click()
  await files.nth(0).setInputFiles(await picture(1920, 640))
  await expect(dialog(page).getByRole('img', { name: '蓝色的底' })).toHaveCount(2)
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await page.goto('/admin/home')
  await expect(page.getByRole('img', { name: '蓝色的底', includeHidden: true })).toBeAttached()
})

test('a link is filled in wrong once, then stands in the footer of the home page', { tag: '@night' }, async ({
  page,
}) => {
  await open(page, '/staff/links', '全部链接')
  await press(page, '新增链接')
  await field(page, /^名称/).fill('演示检测中心')
  await field(page, /^网址/).fill('不是网址')
  await field(page, /^分组/).fill('技术机构')
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(summary(page)).toContainText('http')
  expect(await faultsOf(page)).toEqual([])
  await field(page, /^网址/).fill('https://example.com/lab')
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await page.goto('/admin/home')
  await expect(page.getByRole('link', { name: '演示检测中心' })).toHaveAttribute('href', 'https://example.com/lab')
})

const screens: [string, string][] = [
  ['catalogues', '栏目树'],
  ['banners', '首页轮播'],
  ['links', '全部链接'],
  ['announcements', '全部公告条'],
  ['quick-links', '右侧入口'],
  ['home-blocks', '首页自上而下'],
  ['figures', '首页显示的数字'],
  ['dictionaries?dictionary=trade', '行业类别'],
  ['settings', '协会信息'],
]

test.describe('on a phone', () => {
  test.use(phone)
  test('all of them fit, without barriers', { tag: '@night' }, async ({ page }) => {
    for (const [path, shows] of screens) {
      await open(page, `/staff/${path}`, shows)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(375)
      expect(await faultsOf(page), path).toEqual([])
    }
  })
})
