import { pathOf, routes } from './routes.ts'
import { ask, expect, test } from './test.ts'

for (const route of routes)
  test(`${route.name}: the fixed title, the demo line, one heading, and nothing in the console`, async ({
    page,
    visit,
  }) => {
    const { association } = await ask('/config/public')
    expect(await visit(await pathOf(route))).toBe(route.status ?? 200)
    await expect(page).toHaveTitle(association.title)
    await expect(page.getByText('演示数据', { exact: false }).first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByRole('contentinfo')).toContainText(association.name)
  })

for (const width of [320, 375, 600, 900, 1150, 1280, 1680]) sideways(width)
sideways(1280, '4')

/** No page can be moved sideways; `size`: the reading size that the visitor has chosen. */
function sideways(width: number, size?: string) {
  test(`no page is wider than a window of ${width} px${size ? ' in the largest type' : ''}`, async ({ page, visit }) => {
    await page.setViewportSize({ width, height: 900 })
    if (size) await page.addInitScript(size => localStorage.setItem('reading', JSON.stringify({ size })), size)
    const wider: string[] = []
    for (const route of routes) {
      await visit(await pathOf(route))
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      if (excess > 0) wider.push(`${route.name}: ${excess} px`)
    }
    expect(wider).toEqual([])
  })
}
