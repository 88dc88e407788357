import type { Page, Route } from '@playwright/test'
import { startSite } from '#test/support/site.ts'
import { faultsOf } from '../support/axe.ts'
import { ask, test as base, expect, phone } from '../support/test.ts'

/** A site of its own, with the key of an official map. */
const test = base.extend<object, { mapSite: string }>({
  mapSite: [
    async ({ browser: _ }, use) => {
      const site = await startSite({ demo: true, env: { TIANDITU_KEY: 'tk0123456789' } })
      await use(site.url)
      await site.cleanUp()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ mapSite }, use) => use(mapSite),
  provokes: /left the site: https:\/\/(api|lbs)\.tianditu\.gov\.cn\//,
})

/** Instead of Tianditu's script: the same names, which write down what they are asked to do. */
const API = `
  const calls = (window.calls = [])
  window.T = {
    LngLat: class { constructor(lng, lat) { Object.assign(this, { lng, lat }) } },
    Marker: class { constructor(at) { this.marker = at } },
    Control: { Zoom: class {} },
    Map: class {
      constructor(box) { this.box = box; box.dataset.map = 'drawn' }
      centerAndZoom(point, zoom) { calls.push(['centre', point.lng, point.lat, zoom]) }
      addControl() { calls.push(['control']) }
      addOverLay(overlay) { calls.push(['overlay', overlay.marker]); overlay.drawOn?.(this.box) }
    },
  }`
/** Instead of its overlay for d3: draws at once into an SVG over the map, as the real one does when it is added. */
const OVERLAY = `
  T.D3Overlay = class {
    constructor(init, redraw) { Object.assign(this, { init, redraw }) }
    drawOn(box) {
      const transform = { LngLatToD3Point: (lng, lat) => ({ x: (lng - 70) * 8, y: (55 - lat) * 8 }) }
      const svg = d3.select(box).append('svg')
      this.init(svg, transform)
      this.redraw(svg, transform)
    }
  }`

async function standIn(page: Page) {
  const asked: string[] = []
  const script = (body: string) => (route: Route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body })
  }
  await page.route('https://api.tianditu.gov.cn/**', script(API))
  await page.route('https://lbs.tianditu.gov.cn/**', script(OVERLAY))
  return asked
}

const calls = (page: Page) => page.evaluate(() => (window as unknown as { calls: unknown[] }).calls)
const find = async (site: string, path: string) => (await (await fetch(`${site}/api${path}`)).json()).data

test.describe('with a key of Tianditu', () => {
  test('the contact page shows where the association is, by one script with the key', async ({
    page,
    visit,
    mapSite,
  }) => {
    const { association } = await find(mapSite, '/config/public')
    const asked = await standIn(page)
    await visit('/admin/news/info/35')
    await expect(page.getByRole('region', { name: `${association.name}的位置` })).toHaveAttribute('data-map', 'drawn')
    expect(asked).toEqual(['https://api.tianditu.gov.cn/api?v=4.0&tk=tk0123456789'])
    expect(await calls(page)).toContainEqual(['centre', association.lng, association.lat, 16])
    expect(await calls(page)).toContainEqual(['overlay', { lng: association.lng, lat: association.lat }])
    const link = await page.getByRole('link', { name: '在高德地图中查看' }).getAttribute('href')
    expect(new URL(link!).searchParams.get('position')).toBe(`${association.lng},${association.lat}`)
  })

  test('so does the page of a member', async ({ page, visit, mapSite }) => {
    const { list } = await find(mapSite, '/app/publicity/member/list')
    const member = await find(mapSite, `/app/publicity/member/detail?id=${list[0].id}`)
    await standIn(page)
    await visit(`/admin/publicity/member/${member.id}`)
    await expect(page.getByRole('region', { name: `${member.orgName}的位置` })).toHaveAttribute('data-map', 'drawn')
    expect(await calls(page)).toContainEqual(['centre', member.lng, member.lat, 16])
  })

  test('the members are drawn on the map, a circle for each region that has some, and listed as bars', async ({
    page,
    visit,
    mapSite,
  }) => {
    const provinces = await find(mapSite, '/app/publicity/member/province/list')
    const shown = provinces.filter(({ count }: { count: number }) => count > 0)
    await standIn(page)
    await visit('/admin/publicity/member')
    const circles = page.locator('.province-map circle')
    await expect(circles).toHaveCount(shown.length)
    const titles = await circles.locator('title').allTextContents()
    expect(titles.sort()).toEqual(
      shown
        .map(({ provinceName, count }: { provinceName: string; count: number }) => `${provinceName}：${count} 家`)
        .sort(),
    )
    const places = await circles.evaluateAll(all =>
      all.map(one => `${one.getAttribute('cx')},${one.getAttribute('cy')}`),
    )
    expect(new Set(places).size).toBe(shown.length)
    expect(places.every(place => /^[\d.]+,[\d.]+$/.test(place))).toBe(true)
    await expect(page.locator('.bars li')).toHaveCount(shown.length)
    await page.locator('.bars li').first().getByRole('link').click()
    await expect(page).toHaveURL(/provinceCode=/)
    await expect(circles).toHaveCount(shown.length)
  })
})

test.describe('when the official script cannot be had', () => {
  test.use({ provokes: /tianditu\.gov\.cn|net::ERR_FAILED/ })

  test('the address card and the bars stay, and no empty frame', async ({ page, visit, mapSite }) => {
    const { association } = await find(mapSite, '/config/public')
    await page.route('https://*.tianditu.gov.cn/**', route => route.abort())
    await visit('/admin/news/info/35')
    await expect(page.locator('.place-card')).toContainText(association.address)
    await expect(page.getByRole('region', { name: `${association.name}的位置` })).toBeHidden()
    await visit('/admin/publicity/member')
    await expect(page.locator('.province-map')).toHaveCount(0)
    await expect(page.locator('.bars li').first()).toBeVisible()
  })
})

base('without a key the contact page asks nobody else, and shows the address', async ({ page, visit }) => {
  const { association, tiandituKey } = await ask('/config/public')
  expect(tiandituKey).toBeNull()
  await visit('/admin/news/info/35')
  await expect(page.locator('.place-card')).toContainText(association.address)
  // The place itself, and not the front page of some map.
  const place = page.getByRole('link', { name: '在高德地图中查看' })
  await expect(place).toHaveAttribute('href', /\/marker\?position=\d+\.\d+%2C\d+\.\d+/)
  await expect(page.getByRole('region', { name: `${association.name}的位置` })).toBeHidden()
})

base.describe('on a phone', () => {
  base.use(phone)
  base('the departments are cards whose numbers can be pressed, and no address is broken', async ({ page, visit }) => {
    await visit('/admin/news/info/35')
    const card = page.getByRole('row').filter({ hasText: '会员部' })
    await expect(card.getByRole('link', { name: '010-5550 0128' })).toHaveAttribute('href', 'tel:01055500128')
    const email = card.getByRole('link', { name: 'member@example.com' })
    expect(await email.evaluate(link => link.getClientRects().length)).toBe(1)
    const [row, last] = await Promise.all([card.boundingBox(), email.boundingBox()])
    expect(row!.height).toBeGreaterThan(100)
    expect(last!.x + last!.width).toBeLessThanOrEqual(row!.x + row!.width)
    const levels = await page.locator('h1, h2, h3').evaluateAll(all => all.map(({ tagName }) => tagName))
    expect(levels.slice(0, 3)).toEqual(['H1', 'H2', 'H2'])
    expect(await faultsOf(page)).toEqual([])
  })
})
