import { describe, expect, test } from 'vitest'
import { makeOldSite } from '../support/oldSite/pages.ts'
import { type Site, until } from '../support/site.ts'
import { staffOf } from './callers/staff.ts'
import { start } from './sites.ts'

const PAGES = 500
const COLUMN = 21

/** Signs in a staff member who imports an old site. */
async function bringerOf(site: Site) {
  const { get, post, count, ...staff } = await staffOf(site)
  const upload = (bytes: Buffer) => staff.upload('oldSite', '旧网站.zip', bytes)
  const item = (id: number) => get(`/staff/old-site/item?id=${id}`)
  const settled = (id: number) =>
    until(async () => {
      const found = await item(id)
      return !['reading', 'checking', 'running'].includes(found.state) && found
    }, 120_000)
  return { post, upload, item, settled, count }
}

const FILES = `select count(*) n from file where attached_at is not null and id in (select file_id from old_site_file)`
const DOUBLE = `select count(*) n from (select title from article where title = any($1) group by title having count(*) > 1) d`

describe('an old site of 500 pages', { timeout: 400_000 }, () => {
  test('that is killed in the middle, twice, goes on and is whole; its old addresses lead to the new articles', async () => {
    const old = await makeOldSite(PAGES)
    const titles = old.pages.map(({ title }) => title)
    const env = { STAFF_TOTP: 'off' }
    let site = await start({ demo: true, env })
    let staff = await bringerOf(site)
    const { id } = await staff.post('/staff/old-site/begin', { fileId: await staff.upload(old.bytes) })
    const { rules } = await staff.settled(id)
    await staff.post('/staff/old-site/check', { id, rules, options: { catalogueId: COLUMN } })
    expect(await staff.settled(id)).toMatchObject({ state: 'checked', counts: { new: PAGES } })
    for (const [round, path] of ['start', 'resume'].entries()) {
      await staff.post(`/staff/old-site/${path}`, { id })
      await until(async () => (await staff.item(id)).imported >= 100 + 200 * round, 60_000)
      await site.kill()
      site = await start({ dataDir: site.dataDir, env })
      staff = await bringerOf(site)
      const found = await until(async () => {
        const now = await staff.item(id)
        return now.state !== 'running' && now
      }, 60_000)
      expect(found).toMatchObject({ state: 'interrupted', canResume: true })
      expect(await staff.count(`select count(*) n from redirect`)).toBe(found.imported)
    }
    await staff.post('/staff/old-site/resume', { id })
    expect(await staff.settled(id)).toMatchObject({ state: 'done', imported: PAGES, counts: { new: 0, bad: 0 } })
    expect(await staff.count(`select count(*) n from article where title = any($1)`, [titles])).toBe(PAGES)
    expect(await staff.count(DOUBLE, [titles])).toBe(0)
    expect(await staff.count(FILES)).toBe(
      old.pages.reduce((sum, { colour, papers }) => sum + (colour ? 1 : 0) + papers.length, 0),
    )

    for (const [place, { address, title }] of old.pages.entries()) {
      const asked = site.url + address.slice(address.indexOf('/', 8))
      const moved = await fetch(asked, { redirect: 'manual' })
      expect([address, moved.status]).toEqual([address, 301])
      // The register contains every redirect target; request every tenth.
      if (place % 10 > 0) continue
      const shown = await fetch(new URL(moved.headers.get('location')!, site.url), { redirect: 'manual' })
      expect([address, shown.status]).toEqual([address, 200])
      expect(await shown.text()).toContain(title)
    }
  })

  test('knew its pages by the query alone: such an address leads to its article, any other to the home page', async () => {
    const site = await start({ demo: true, env: { STAFF_TOTP: 'off' } })
    const staff = await bringerOf(site)
    const { list } = (await (await fetch(`${site.url}/api/catalog/a?catalogId=${COLUMN}`)).json()).data
    await staff.post('/staff/redirect/save', { address: 'http://www.old.example/?p=12', articleId: list[0].id })
    const moved = await fetch(`${site.url}/?p=12`, { redirect: 'manual' })
    expect([moved.status, moved.headers.get('location')]).toEqual([301, `/admin/news/list-info/${list[0].id}`])
    const home = await fetch(`${site.url}/?from=elsewhere`, { redirect: 'manual' })
    expect(home.headers.get('location')).toContain('/admin')
  })
})
