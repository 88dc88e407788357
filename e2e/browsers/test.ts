import { expect, openSession, test as shared } from '../support/test.ts'
import type { Driver } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { type User, userOf } from './user.ts'
import { startWebkit } from './webkit.ts'

/** Programs that `bin/test.mjs` has found. */
const { FIREFOX, WEBKIT_DRIVER, XVFB } = process.env

const start = {
  Firefox: () => startFirefox(FIREFOX!),
  WebKit: () => startWebkit({ driver: WEBKIT_DRIVER!, xvfb: XVFB! }),
}
type BrowserName = keyof typeof start
const isInstalled = { Firefox: FIREFOX, WebKit: WEBKIT_DRIVER && XVFB }

/** Scripts that are on their way when a page is left fail there, where nobody sees it. A page that stays would show it. */
const OF_LEFT_PAGE = /Unable to preload CSS|dynamically imported module|Importing a module script failed/

type OfTest = {
  browserOfTest: BrowserName
  /** Somebody who is not signed in. Fails the test in which a script complains. */
  user: User
  enter: (userName: string) => Promise<void>
  enterStaff: (userName: string) => Promise<void>
}
type OfWorker = { driverOf: (name: BrowserName) => Promise<Driver> }

export const test = shared.extend<OfTest, OfWorker>({
  browserOfTest: ['Firefox', { option: true }],
  /** Keeps each browser for all tests of a worker: to start one takes longer than a test. */
  driverOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const started = new Map<BrowserName, Promise<Driver>>()
      await use(name => started.getOrInsertComputed(name, name => start[name]()))
      for (const driver of started.values()) await (await driver).close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  user: async ({ driverOf, browserOfTest, baseURL }, use) => {
    const driver = await driverOf(browserOfTest)
    const user = userOf(driver, baseURL!)
    await user.resize(1366, 768)
    await user.visit('/admin/login/privacy')
    await user.run(() => {
      localStorage.clear()
      sessionStorage.clear()
      // biome-ignore lint/suspicious/noDocumentCookie: WebKitGTK has no cookieStore.
      document.cookie = 'staff=; path=/; max-age=0'
    })
    // Of the page of the test before.
    await driver.takeComplaints()
    await use(user)
    expect((await driver.takeComplaints()).filter(complaint => !OF_LEFT_PAGE.test(complaint))).toEqual([])
  },
  enter: async ({ user }, use) => {
    await use(async userName => {
      await user.run(token => localStorage.setItem('token', token), await openSession(userName))
    })
  },
  enterStaff: async ({ user }, use) => {
    await use(async userName => {
      await user.run(
        token => {
          // biome-ignore lint/suspicious/noDocumentCookie: WebKitGTK has no cookieStore.
          document.cookie = `staff=${token}; path=/`
        },
        await openSession(userName),
      )
    })
  },
})

/** Defines the same tests for each browser. */
export function inEachBrowser(define: () => void) {
  for (const name of ['Firefox', 'WebKit'] as const)
    test.describe(name, () => {
      test.describe.configure({ mode: 'default', timeout: 300_000 })
      test.use({ browserOfTest: name })
      test.skip(!isInstalled[name], `${name} is not installed`)
      define()
    })
}
