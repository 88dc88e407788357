import { beforeAll } from 'vitest'
import { findRedirect } from '#modules/content/server/redirects.ts'
import { oldSiteDesk } from '../support/oldSite/desk.ts'
import { setUpSite, site } from './site.ts'

/** Column for the articles of an old site. */
export const COLUMN = 21
export let desk: Awaited<ReturnType<typeof oldSiteDesk>>

export function setUpOldSite() {
  setUpSite({ demo: true })
  beforeAll(async () => {
    desk = await oldSiteDesk(site, 'editor')
  })
}

/** The article that an address of the old site leads to. */
export const articleAt = async (address: string) => {
  const route = await findRedirect(site.services, address)
  return route && (await site.get('/catalog/a/info', { id: Number(route.split('/').at(-1)) })).data
}
