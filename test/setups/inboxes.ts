import { setUpSite, site } from './site.ts'

export function setUpInboxes() {
  setUpSite({ demo: true })
}

export const ctx = (now = new Date()) => site.ctx(now)
