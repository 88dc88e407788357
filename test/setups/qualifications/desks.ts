import { beforeAll } from 'vitest'
import { secretary } from '../../support/applying.ts'
import { asStaff } from '../../support/make.ts'
import type { Desks } from '../../support/qualifying.ts'
import { setUpSite, site } from '../site.ts'

/** Staff who decide on an application. */
export let desks: Desks

export function setUpDesks() {
  setUpSite({ demo: true })
  beforeAll(async () => {
    const [reviewer, cashier] = [await asStaff(site, 'reviewer'), await asStaff(site, 'cashier')]
    desks = { reviewer, cashier, secretary: await secretary(site) }
  })
}
