import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hashToken } from '../../src/modules/accounts/server/sessions.ts'
import { makeOldSite } from '../support/oldSite/pages.ts'
import { type Site, until } from '../support/site.ts'
import { lookInto, start } from './sites.ts'

const PAGES = 500
const COLUMN = 21

/** Somebody of the staff at work on a running site, and a look behind it. */
async function staffOf(site: Site) {
  const token = randomBytes(24).toString('base64url')
  const database = await lookInto(site)
  await database.query(
    `insert into session (token_hash, account_id, confirmed_at) select $1, id, now() from account where user_name = 'admin'`,
    [hashToken(token)],
  )
  const headers = { cookie: `staff=${token}`, 'sec-fetch-site': 'same-origin' }
  const unwrap = async (answer: Response) => {
    const { code, data, msg } = await answer.json()
    if (code !== 200) throw new Error(msg)
    return data
  }
  const post = async (path: string, body: object) => {
    const json = { ...headers, 'content-type': 'application/json' }
    return unwrap(await fetch(`${site.url}/api${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) }))
  }
  const upload = async (bytes: Buffer): Promise<number> => {
    const form = new FormData()
    form.append('use', 'oldSite')
    form.append('file', new Blob([new Uint8Array(bytes)]), '旧网站.zip')
    return (await unwrap(await fetch(`${site.url}/api/file/upload`, { method: 'POST', headers, body: form }))).id
  }
  const item = async (id: number) => unwrap(await fetch(`${site.url}/api/staff/old-site/item?id=${id}`, { headers }))
  const settled = (id: number) =>
    until(async () => {
      const found = await item(id)
      return !['reading', 'checking', 'running'].includes(found.state) && found
    }, 120_000)
  const count = async (sql: string, values: unknown[] = []) => Number((await database.query(sql, values)).rows[0].n)
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
    let staff = await staffOf(site)
    const { id } = await staff.post('/staff/old-site/begin', { fileId: await staff.upload(old.bytes) })
    const { rules } = await staff.settled(id)
    await staff.post('/staff/old-site/check', { id, rules, options: { catalogueId: COLUMN } })
    expect(await staff.settled(id)).toMatchObject({ state: 'checked', counts: { new: PAGES } })
    for (const [round, path] of ['start', 'resume'].entries()) {
      await staff.post(`/staff/old-site/${path}`, { id })
      await until(async () => (await staff.item(id)).imported >= 100 + 200 * round, 60_000)
      await site.kill()
      site = await start({ dataDir: site.dataDir, env })
      staff = await staffOf(site)
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

    for (const { address, title } of old.pages) {
      const asked = site.url + address.slice(address.indexOf('/', 8))
      const moved = await fetch(asked, { redirect: 'manual' })
      expect([address, moved.status]).toEqual([address, 301])
      const shown = await fetch(new URL(moved.headers.get('location')!, site.url), { redirect: 'manual' })
      expect([address, shown.status]).toEqual([address, 200])
      expect(await shown.text()).toContain(title)
    }
  })

  test('knew its pages by the query alone: such an address leads to its article, any other to the home page', async () => {
    const site = await start({ demo: true, env: { STAFF_TOTP: 'off' } })
    const staff = await staffOf(site)
    const { list } = (await (await fetch(`${site.url}/api/catalog/a?catalogId=${COLUMN}`)).json()).data
    await staff.post('/staff/redirect/save', { address: 'http://www.old.example/?p=12', articleId: list[0].id })
    const moved = await fetch(`${site.url}/?p=12`, { redirect: 'manual' })
    expect([moved.status, moved.headers.get('location')]).toEqual([301, `/admin/news/list-info/${list[0].id}`])
    const home = await fetch(`${site.url}/?from=elsewhere`, { redirect: 'manual' })
    expect(home.headers.get('location')).toContain('/admin')
  })
})
