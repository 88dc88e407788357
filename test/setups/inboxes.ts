import { setUpSite, site } from './site.ts'

/** Before the tests of a file, and after them. */
export function setUpInboxes() {
  setUpSite({ demo: true })
}

export const ctx = (now = new Date()) => site.ctx(now)
