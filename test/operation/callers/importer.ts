import { randomBytes } from 'node:crypto'
import { hashToken } from '../../../src/modules/accounts/server/sessions.ts'
import { type Site, until } from '../../support/site.ts'
import { PERSON_HEADINGS, personRow, workbookOf } from '../../support/workbooks.ts'
import { lookInto } from '../sites.ts'

/** A member of staff at work on a running site. */
export async function importerOf(site: Site) {
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
  const upload = async (bytes: Buffer): Promise<number> => {
    const form = new FormData()
    form.append('use', 'import')
    form.append('file', new Blob([new Uint8Array(bytes)]), '人员.xlsx')
    return (await unwrap(await fetch(`${site.url}/api/file/upload`, { method: 'POST', headers, body: form }))).id
  }
  const item = (id: number) => get(`/staff/import/item?id=${id}`)
  const settled = (id: number) =>
    until(async () => {
      const batch = await item(id)
      return !['parsing', 'running'].includes(batch.status) && batch
    }, 60_000)
  const persons = async () => Number((await database.query('select count(*) n from person')).rows[0].n)
  return { get, post, upload, item, settled, persons }
}

/** A workbook of so many people. */
export const peopleList = (rows: number) =>
  workbookOf([PERSON_HEADINGS, ...Array.from({ length: rows }, (_, i) => personRow(i))])
