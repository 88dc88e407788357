import type { Page } from '@playwright/test'
import { pathOf, routes } from './routes.ts'
import { expect, test } from './test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const route of routes)
  test(`${route.name}: fits every width and the largest type; what can be focused shows it, is not covered and large enough to hit`, async ({
    page,
    visit,
  }) => {
    await visit(await pathOf(route))
    for (const width of [320, 375, 600, 900, 1150, 1280, 1680]) {
      await page.setViewportSize({ width, height: 900 })
      expect.soft(await page.evaluate(findExcess), `${width} px`).toBeLessThanOrEqual(0)
    }
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 900 })
      // Focus that comes by key is shown; what follows by program is shown as that was.
      await page.keyboard.press('Tab')
      expect.soft(await page.evaluate(findHidden), `${width} px`).toEqual([])
      expect.soft(await page.evaluate(findSmall), `${width} px`).toEqual([])
    }
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.evaluate(() => document.documentElement.setAttribute('data-size', '4'))
    expect.soft(await page.evaluate(findExcess), '字号超大').toBeLessThanOrEqual(0)
  })

/** In the page: by how much it is wider than its window. */
const findExcess = () => document.documentElement.scrollWidth - document.documentElement.clientWidth

/** In the page: what has the focus without an outline, or under something else. */
async function findHidden(): Promise<string[]> {
  const all = document.querySelectorAll<HTMLElement>(
    'a[href], button, input:not([type=hidden]), select, summary, [tabindex="0"]',
  )
  const name = (element: Element) => element.outerHTML.slice(0, 120)
  const hasOutline = (element: Element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  }
  /** What lies over all of it; a part may be. */
  const cover = (element: Element) => {
    const { left, top, right, bottom } = element.getClientRects()[0]!
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const points = [
      [x, y],
      [left + 4, y],
      [right - 4, y],
      [x, top + 4],
      [x, bottom - 4],
    ] as const
    const above = points.map(([x, y]) => document.elementFromPoint(x, y))
    if (above.some(one => one && (element.contains(one) || one.contains(element)))) return
    return above[0] ? name(above[0]) : 'the edge'
  }
  const faults: string[] = []
  for (const element of all) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert]')) continue
    element.focus()
    // The header compacts a frame after the page has moved.
    for (let frames = 0; frames < 5 && cover(element); frames++) await new Promise(requestAnimationFrame)
    if (cover(element)) faults.push(`covered by ${cover(element)}: ${name(element)}`)
    const box = element.parentElement!
    const showsOnBox = box.matches(':focus-within') && getComputedStyle(box).boxShadow !== 'none'
    if (!hasOutline(element) && !showsOnBox) faults.push(`no outline: ${name(element)}`)
  }
  return faults
}

/** In the page: targets of less than 24 × 24 px, except links in the middle of a sentence. */
function findSmall(): string[] {
  const targets = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input:not([type=hidden]), select, summary'),
  ]
  return targets.flatMap(element => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert]')) return []
    const parent = element.parentElement!
    const inSentence =
      getComputedStyle(element).display === 'inline' &&
      parent.textContent!.trim().length > element.textContent!.trim().length
    const { width, height } = element.getBoundingClientRect()
    if (inSentence || (width >= 24 && height >= 24)) return []
    return [`${Math.round(width)} × ${height.toFixed(1)}: ${element.outerHTML.slice(0, 120)}`]
  })
}

test('the page can be moved by what it shows, not sideways: a wide table scrolls by itself', async ({
  page,
  visit,
}) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await visit('/admin/news/list-info/3467?pa=26')
  const table = page.locator('.prose .scroll').first()
  expect(await table.evaluate(box => box.scrollWidth > box.clientWidth)).toBe(true)
  expect(await moveSideways(page)).toBe(0)
})

const moveSideways = (page: Page) =>
  page.evaluate(() => {
    scrollTo(500, 0)
    return scrollX
  })
