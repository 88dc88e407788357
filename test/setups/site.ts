import { afterAll, beforeAll } from 'vitest'
import { type Site, startApp } from '../support/app.ts'

/** What the tests of a file ask. */
export let site: Site

/** Starts it before them, and stops it after them. */
export function setUpSite(options?: Parameters<typeof startApp>[0]) {
  beforeAll(async () => {
    site = await startApp(options)
  })
  afterAll(() => site.close())
}
