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
  provokes: /left the site: https:\/\/api\.tianditu\.gov\.cn\//,
})

/** Mock of Tianditu's script with the same names; it records the calls. */
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
      addOverLay(overlay) {
        calls.push(['overlay', overlay.marker])
        if (overlay.circle) this.box.append(overlay.circle)
      }
      openInfoWindow({ content }, { lng, lat }) { this.box.title = content + ' ' + lng + ',' + lat }
      closeInfoWindow() { this.box.title = '' }
    },
    InfoWindow: class { constructor(content) { this.content = content } },
    Circle: class {
      constructor({ lng, lat }, radius, { color }) {
        this.circle = Object.assign(document.createElement('i'), { className: 'circle', textContent: '●' })
        Object.assign(this.circle.dataset, { at: lng + ',' + lat, radius, color })
      }
      addEventListener(event, heard) { this.circle.addEventListener(event, heard) }
    },
  }`
async function standIn(page: Page) {
  const asked: string[] = []
  await page.route('https://*.tianditu.gov.cn/**', (route: Route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: API })
  })
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

  test('so does the page of a member', { tag: '@night' }, async ({ page, visit, mapSite }) => {
    const { list } = await find(mapSite, '/app/publicity/member/list')
    const member = await find(mapSite, `/app/publicity/member/detail?id=${list[0].id}`)
    await standIn(page)
    await visit(`/admin/publicity/member/${member.id}`)
    await expect(page.getByRole('region', { name: `${member.orgName}的位置` })).toHaveAttribute('data-map', 'drawn')
    expect(await calls(page)).toContainEqual(['centre', member.lng, member.lat, 16])
  })

  test('the members are drawn on the map, a circle for each region that has some, and named', {
    tag: '@night',
  }, async ({ page, visit, mapSite }) => {
    const provinces = await find(mapSite, '/app/publicity/member/province/list')
    const shown = provinces.filter(({ count }: { count: number }) => count > 0)
    await standIn(page)
    await visit('/admin/publicity/member')
    const circles = page.locator('.province-map .circle')
    await expect(circles).toHaveCount(shown.length)
    const drawn = await circles.evaluateAll(all => all.map(one => ({ ...(one as HTMLElement).dataset })))
    expect(new Set(drawn.map(({ at }) => at)).size).toBe(shown.length)
    for (const { color, radius } of drawn) {
      expect(color).toMatch(/^#\w{3,8}$|^rgb|^oklch/)
      expect(Number(radius)).toBeGreaterThanOrEqual(40_000)
    }
    expect(Math.max(...drawn.map(({ radius }) => Number(radius)))).toBe(250_000)
    const told = new Set<string>()
    for (const circle of await circles.all()) {
      await circle.dispatchEvent('mouseover')
      told.add((await page.locator('.province-map').getAttribute('title'))!.split(' ').slice(0, 2).join(' '))
    }
    expect([...told].sort()).toEqual(
      shown
        .map(({ provinceName, count }: { provinceName: string; count: number }) => `${provinceName}：${count} 家`)
        .sort(),
    )
    await expect(page.locator('.provinces-by-count dd')).toHaveCount(shown.length)
    await page.locator('.provinces-by-count dd').first().getByRole('link').click()
    await expect(page).toHaveURL(/provinceCode=/)
    await expect(circles).toHaveCount(shown.length)
  })
})

test.describe('when the official script cannot be had', () => {
  test.use({ provokes: /tianditu\.gov\.cn|net::ERR_FAILED/ })

  test('the address card and the regions in words stay, and no empty frame', { tag: '@night' }, async ({
    page,
    visit,
    mapSite,
  }) => {
    const { association } = await find(mapSite, '/config/public')
    await page.route('https://*.tianditu.gov.cn/**', route => route.abort())
    await visit('/admin/news/info/35')
    await expect(page.locator('.place-card')).toContainText(association.address)
    await expect(page.getByRole('region', { name: `${association.name}的位置` })).toBeHidden()
    await visit('/admin/publicity/member')
    await expect(page.locator('.province-map')).toHaveCount(0)
    await expect(page.locator('.provinces-by-count dd').first()).toBeVisible()
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
