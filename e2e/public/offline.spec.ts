import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { expect, phone, signInBy, test } from '../support/test.ts'

test.use({ ...phone, serviceWorkers: 'allow', provokes: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ })

const ARTICLE = '/admin/news/list-info/3467'

/** The addresses that this browser has kept. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter(name => name.startsWith('pages'))
    const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

test('what was read once on a phone can be read without a network, with a note; what was not, cannot', async ({
  page,
  visit,
  context,
}) => {
  await visit('/admin/news/list/26')
  await expect.poll(() => kept(page)).toContain('/admin/news/list/26')
  await page.getByRole('heading', { level: 2 }).getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(ARTICLE))
  const title = await page.getByRole('heading', { level: 1 }).textContent()
  await expect.poll(() => kept(page)).toContain(ARTICLE)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title!)
  await expect(page.getByRole('status').filter({ hasText: '没有联网' })).toContainText(/20\d\d年\d+月\d+日/)
  expect(await page.locator('script').count()).toBe(0)
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: '下载专区' }).first().click()
  await expect(page).toHaveURL('/admin/news/list/26')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('下载专区')
  await expect(page.goto('/admin/verify')).rejects.toThrow()
  await context.setOffline(false)
  await page.goto(ARTICLE)
  await expect(page.getByText('没有联网')).toHaveCount(0)
})

test('nothing is kept for somebody who is signed in, nor of certificates for anybody', { tag: '@night' }, async ({
  page,
  visit,
  signIn,
}) => {
  await visit('/admin/publicity/qualification')
  await visit('/admin/news/list/26')
  await expect.poll(() => kept(page)).toEqual(['/admin/news/list/26'])
  await signInBy(page, await signIn('qingyuan'))
  await page.clock.install()
  const greeted = page.waitForResponse('**/api/member/info')
  await visit('/admin/news/list/3')
  await page.clock.runFor(10_000)
  await greeted // Who has signed out by then is refused the name.
  await page.evaluate(() => localStorage.removeItem('token'))
  await visit('/admin/news/list/41')
  await page.clock.runFor(10_000)
  await expect.poll(() => kept(page)).toContain('/admin/news/list/41')
  expect(await kept(page)).toEqual(['/admin/news/list/26', '/admin/news/list/41'])
})

test('a phone may put the site on its home screen', { tag: '@night' }, async ({ page, visit }) => {
  await visit('/admin/home')
  const at = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await page.request.get(at!)).json()
  expect(manifest).toMatchObject({ start_url: '/admin/home', lang: 'zh-CN' })
  for (const { src } of manifest.icons) expect((await page.request.get(src)).status()).toBe(200)
})
