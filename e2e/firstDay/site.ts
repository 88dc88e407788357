import { randomInt } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { startSite } from '#test/support/site.ts'
import { expect, listen, test as shared, textsTo } from '../support/test.ts'

export type Site = Awaited<ReturnType<typeof startSite>>
type Fixtures = {
  /** A site as it is on its first day: without demo data, without anybody who could sign in. */
  own: Site
  /** Opens a new browser for one person; errors that it logs fail the test. */
  arrives: () => Promise<Page>
}

/** Starts an empty site for each test. */
export const test = shared.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  own: async ({}, use) => {
    const site = await startSite({ env: { TRUST_PROXY: 'loopback', WRITES_PER_MINUTE: '600' } })
    await use(site)
    await site.stop()
    await site.cleanUp()
  },
  baseURL: async ({ own }, use) => use(own.url),
  arrives: async ({ browser, own, provokes }, use) => {
    const complaints: string[][] = []
    await use(async () => {
      const context = await newContext(browser, own)
      complaints.push(listen(context, own.url).complaints)
      return context.newPage()
    })
    expect(complaints.flat().filter(complaint => !provokes?.test(complaint))).toEqual([])
  },
})

/** Gives each browser its own IP address, because rate limits count by address. */
const newContext = (browser: Browser, own: Site) =>
  browser.newContext({
    baseURL: own.url,
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` },
  })

export async function codeTo(own: Site, phone: string): Promise<string> {
  const code = async () =>
    (await textsTo(phone, own.dataDir)).flatMap(text => text.match(/\b\d{6}\b/)?.[0] ?? []).at(-1)
  await expect.poll(code).toBeDefined()
  return (await code())!
}
