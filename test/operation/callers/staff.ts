import { randomBytes } from 'node:crypto'
import { hashToken } from '../../../src/modules/accounts/server/sessions.ts'
import type { Site } from '../../support/site.ts'
import { lookInto } from '../sites.ts'

/** An administrator at work on a running site, and a look behind it. */
export async function staffOf(site: Site) {
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
  const get = async (path: string) => unwrap(await fetch(`${site.url}/api${path}`, { headers }))
  const post = async (path: string, body: object) => {
    const json = { ...headers, 'content-type': 'application/json' }
    return unwrap(await fetch(`${site.url}/api${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) }))
  }
  const upload = async (use: string, name: string, bytes: Buffer): Promise<number> => {
    const form = new FormData()
    form.append('use', use)
    form.append('file', new Blob([new Uint8Array(bytes)]), name)
    return (await unwrap(await fetch(`${site.url}/api/file/upload`, { method: 'POST', headers, body: form }))).id
  }
  const count = async (sql: string, values: unknown[] = []) => Number((await database.query(sql, values)).rows[0].n)
  return { get, post, upload, count }
}
