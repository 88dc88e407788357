import { afterAll, beforeAll } from 'vitest'
import { anonymous } from '#lib/server/api/context.ts'
import { startApp } from '../support/app.ts'

export let site: Awaited<ReturnType<typeof startApp>>

/** Before the tests of a file, and after them. */
export function setUpInboxes() {
  beforeAll(async () => {
    site = await startApp({ demo: true })
  })
  afterAll(() => site.close())
}

export const ctx = (now = new Date()) => ({
  ...site.services,
  now,
  actor: anonymous,
  address: '',
  log: site.app.log,
  headers: {},
})
