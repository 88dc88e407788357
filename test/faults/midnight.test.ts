import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { Client } from 'pg'
import { expect, test } from 'vitest'
import { apply, makeApplicant } from '../operation/callers/applicants.ts'
import { lookInto, start } from '../operation/sites.ts'
import { type Site, until } from '../support/site.ts'

/** Debian's package `faketime`. */
const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
/** Start time before midnight, in s. */
const BEFORE = 100
const COLUMN = 43

/** The whole program and its PostgreSQL on a clock on which a day of the association is about to end. */
async function startBefore(midnight: number) {
  const offset = Math.round((midnight - Date.now()) / 1_000) - BEFORE
  const env = {
    LD_PRELOAD: LIBRARY,
    FAKETIME: `${offset < 0 ? '' : '+'}${offset}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    STAFF_TOTP: 'off',
  }
  const site = await start({ demo: true, env })
  const now = () => Date.now() + 1_000 * offset
  return { site, now, database: await lookInto(site) }
}

async function editing({ url }: Site, database: Client) {
  const token = randomBytes(24).toString('base64url')
  await database.query(
    `insert into session (token_hash, account_id, confirmed_at) select $1, id, now() from account where user_name = 'editor'`,
    [createHash('sha256').update(token).digest('hex')],
  )
  return async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie: `staff=${token}` }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const { code, msg, data } = await (await fetch(`${url}/api/staff/article/${path}`, init)).json()
    if (code !== 200) throw new Error(`${path}: ${msg}`)
    return data
  }
}

test.skipIf(!existsSync(LIBRARY)).each([
  ['a year ends', '2028-01-01'],
  ['the 29th of February begins', '2028-02-29'],
])(
  'where %s, numbers carry its year, what is due is published once, and kept pages follow',
  async (_, day) => {
    const midnight = Date.parse(`${day}T00:00:00+08:00`)
    const { site, now, database } = await startBefore(midnight)
    const post = await editing(site, database)
    const page = async (path: string) => (await fetch(site.url + path)).text()

    const { id } = await post('create', {})
    await post('save', {
      id,
      version: 1,
      values: { catalogId: COLUMN, title: '零点发布的公告', content: '<p>正文</p>' },
    })
    await post('schedule', { id, at: new Date(midnight).toISOString() })
    await database.query(
      `update course set apply_from = $2, apply_until = $1, starts_on = $3, ends_on = $3, published_at = $2,
         cancelled_at = null, results_at = null, quota = 5000 where id = 2`,
      [new Date(midnight - 1), new Date(midnight - 86_400_000 * 9), `${day.slice(0, 7)}-30`.replace('02-30', '03-30')],
    )
    const numberNow = async (n: number) => (await apply(site, await makeApplicant(database, n))).number!
    const old = await numberNow(1)
    expect(await page(`/admin/news/list/${COLUMN}`)).not.toContain('零点发布的公告')
    const course = async () => (await (await fetch(`${site.url}/api/app/training/detail?id=2`)).json()).data.status
    expect([await course(), await course()]).toEqual(['open', 'open'])
    expect(now()).toBeLessThan(midnight)

    await until(async () => (await page(`/admin/news/list/${COLUMN}`)).includes('零点发布的公告'), 300_000)
    expect(now()).toBeGreaterThanOrEqual(midnight)
    await until(async () => (await course()) === 'closed', 90_000)
    const published = `select count(*)::int n from article_version where article_id = $1 and kind = 'publish'`
    expect((await database.query(published, [id])).rows).toEqual([{ n: 1 }])

    const numbers = [await numberNow(2), await numberNow(3)]
    const [year, last] = [old.slice(0, -6), Number(old.slice(-6))]
    expect(year.slice(-5)).toBe(day.endsWith('01-01') ? '2027-' : '2028-')
    expect(numbers.map(number => number.slice(-11))).toEqual(
      [1, 2].map(n => `2028-${String(last + n).padStart(6, '0')}`),
    )
    const today = await database.query(`select (now() at time zone 'Asia/Shanghai')::date::text as day`)
    expect(today.rows).toEqual([{ day }])
    expect(await site.stop()).toBe(0)
    expect(site.output()).not.toContain('"level":50')
  },
  600_000,
)
