import { faultsOf } from './axe.ts'
import { pathOf, routes } from './routes.ts'
import { expect, test } from './test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const route of routes)
  test(`${route.name}: axe finds nothing, at any width, in high contrast and in 长者版`, async ({ page, visit }) => {
    await visit(await pathOf(route))
    for (const width of [375, 800, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      expect.soft(await faultsOf(page), `${width} px`).toEqual([])
    }
    const html = page.locator('html')
    const press = (name: string) => page.getByRole('banner').getByRole('button', { name }).click()
    await press('高对比')
    await expect(html).toHaveAttribute('data-contrast', 'high')
    expect.soft(await faultsOf(page, { 'color-contrast-enhanced': { enabled: true } }), '7:1 in 高对比').toEqual([])
    await press('高对比')
    await press('长者版')
    await expect(html).toHaveAttribute('data-elder', 'on')
    expect.soft(await faultsOf(page), '长者版').toEqual([])
  })

test('nor in what opens: a menu, the menu of a phone, the QR pictures, a code for the phone', async ({
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
  await page.getByRole('navigation', { name: '移动端导航' }).getByText('能力评价').click()
  expect(await faultsOf(page)).toEqual([])
})
