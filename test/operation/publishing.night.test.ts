import { createHash, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { PoolConfig } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../../src/lib/server/database/postgres.ts'
import { type Site, until } from '../support/site.ts'
import { makeScratch } from '../support/tempDir.ts'
import { freshDirectoryWithDemo, layOutDemo, queryIn, start } from './sites.ts'

const COLUMN = 43
const PAGE = `/admin/news/list/${COLUMN}`

let dir: string
let connection: PoolConfig
let stop: () => Promise<void>
let sites: Site[]
let cookie: string
beforeAll(async () => {
  dir = await makeScratch('own')
  await layOutDemo(dir)
  ;({ connection, stop } = await startPostgres({ dataDir: dir }))
})
afterAll(async () => {
  await stop()
  await rm(dir, { recursive: true })
})

const ask = (query: string, values?: unknown[]) => queryIn(connection, query, values)

/** An editor at work: the session in the database, its cookie in the hand. */
async function signIn() {
  const token = randomBytes(24).toString('base64url')
  await ask(
    `insert into session (token_hash, account_id, confirmed_at) select $1, id, now() from account where user_name = 'editor'`,
    [createHash('sha256').update(token).digest('hex')],
  )
  cookie = `staff=${token}`
}

async function post(site: Site, path: string, body: object) {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie }
  const response = await fetch(`${site.url}/api/staff/article/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const { code, msg, data } = await response.json()
  if (code !== 200) throw new Error(`${path}: ${msg}`)
  return data
}

async function write(site: Site, title: string): Promise<number> {
  const { id } = await post(site, 'create', {})
  await post(site, 'save', { id, version: 1, values: { catalogId: COLUMN, title, content: '<p>正文</p>' } })
  return id
}

const page = async (site: Site) => (await fetch(site.url + PAGE)).text()
/** Kept rendered in each process, without the article. */
async function readBefore(title: string) {
  for (const site of sites) {
    await page(site)
    expect(await page(site)).not.toContain(title)
  }
}
const seen = (title: string, limit: number) =>
  Promise.all(sites.map(site => until(async () => (await page(site)).includes(title), limit)))

test('what is published in one of two processes is new in both at once, and what is due is published once', async () => {
  const env = {
    DATABASE_URL: `postgres://hangxie@localhost/postgres?host=${connection.host}`,
    STAFF_TOTP: 'off',
  }
  sites = await Promise.all([
    start({ demo: true, dataDir: await freshDirectoryWithDemo(), env }),
    start({ demo: true, dataDir: await freshDirectoryWithDemo(), env }),
  ])
  await signIn()

  const now = await write(sites[0]!, '立即发布的公告')
  await readBefore('立即发布的公告')
  await post(sites[0]!, 'publish', { id: now })
  await seen('立即发布的公告', 2_000)
  await post(sites[1]!, 'withdraw', { id: now, reason: '试验' })
  for (const site of sites) await until(async () => !(await page(site)).includes('立即发布的公告'), 2_000)

  // A save while an editor types does not invalidate the cache, so visitors cost nothing.
  const typed = await write(sites[1]!, '还在写的公告')
  const tags = await Promise.all(sites.map(async site => (await fetch(site.url + PAGE)).headers.get('etag')))
  await post(sites[1]!, 'save', {
    id: typed,
    version: 2,
    values: { catalogId: COLUMN, title: '还在写的公告，又写了些' },
  })
  expect(await Promise.all(sites.map(async site => (await fetch(site.url + PAGE)).headers.get('etag')))).toEqual(tags)

  const later = await write(sites[0]!, '定时发布的公告')
  await readBefore('定时发布的公告')
  await post(sites[0]!, 'schedule', { id: later, at: new Date(Date.now() + 3_000).toISOString() })
  expect(await page(sites[1]!)).not.toContain('定时发布的公告')
  // The job looks once a minute, and each process for jobs every twenty seconds.
  await seen('定时发布的公告', 150_000)
  const lines = await ask(`select actor_name from audit_event where action = 'article.publish' and object_id = $1`, [
    later,
  ])
  expect(lines).toEqual([{ actor_name: '系统' }])
  const versions = await ask(`select id from article_version where article_id = $1 and kind = 'publish'`, [later])
  expect(versions).toHaveLength(1)
  for (const site of sites) expect(await site.stop()).toBe(0)
}, 300_000)
