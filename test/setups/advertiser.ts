import { beforeAll } from 'vitest'
import { type AdvertMaker, makeAdvertiser, openPosition } from '../support/advertising.ts'
import { setUpSite, site } from './site.ts'

/** A company that advertises, on positions that are all open. */
export let by: AdvertMaker

export function setUpAdvertiser() {
  setUpSite({ env: { WRITES_PER_MINUTE: '1000' } })
  beforeAll(async () => {
    for (const code of ['P1', 'P2', 'P4', 'P5', 'P6'] as const) await openPosition(site, code, 100, 50)
    by = await makeAdvertiser(site)
  })
}

export const infoOf = async (whose: AdvertMaker, id?: number) =>
  (await whose.api.get('/cms/adverti/user/info', id === undefined ? {} : { id })).data
export const listOf = async (whose: AdvertMaker, query = {}) => (await whose.api.get('/cms/adverti/list', query)).data
export const update = (whose: AdvertMaker, body: object) => whose.api.post('/cms/adverti/user/update', body)
