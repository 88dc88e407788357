import type { Page } from '@playwright/test'
import { startSite } from '#test/support/site.ts'
import { expect, test as shared, waitForHydration } from './test.ts'

type Site = Awaited<ReturnType<typeof startSite>>

/** A site of its own: menu, announcements and colour are everybody's, and other tests look at them. */
export const test = shared.extend<object, { own: Site }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const site = await startSite({ demo: true, env: { TRUST_PROXY: 'loopback', STAFF_TOTP: 'off' } })
      await use(site)
      await site.stop()
      await site.cleanUp()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ own }, use) => use(own.url),
})

/** Signs in as `editor` before each test. */
export function signInBeforeEach() {
  test.beforeEach(async ({ context, own }) => {
    const headers = { origin: own.url }
    const data = { account: 'editor', password: 'Hangxie-demo-2026' }
    const answer = await context.request.post(`${own.url}/api/staff/login`, { headers, data })
    expect((await answer.json()).code).toBe(200)
  })
}

export const dialog = (page: Page) => page.getByRole('dialog')
export const field = (page: Page, name: RegExp) => page.getByRole('textbox', { name })
export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
export const summary = (page: Page) => page.locator('.error-summary')

export async function open(page: Page, path: string, shows: string) {
  await page.goto(path)
  await waitForHydration(page)
  await expect(page.getByRole('heading', { level: 2, name: shows, exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: '修改记录' })).toBeVisible()
  await expect(page.locator('.loading')).toHaveCount(0)
}
