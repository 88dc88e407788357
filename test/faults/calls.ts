import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startStandIns } from '../../stand-ins/start.ts'
import { queryIn, start } from '../operation/sites.ts'
import { freePort, type Site } from '../support/site.ts'
import { makeScratch } from '../support/tempDir.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads what stands in the database, whatever its type.
type Row = Record<string, any>
/** Calls the API; with `body` by POST. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what came over HTTP, whatever its type.
export type Call = (path: string, body?: object | FormData) => Promise<{ code: number; msg: string; data: any }>

/** The demo association with its stand-ins, to be killed and started again in the same place. */
export async function startKillable() {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const folder = await makeScratch('stand-ins')
  const standIns = await startStandIns({ port: 0, site: url, folder })
  const env = { ...standIns.settings, PORT: port, PUBLIC_URL: url, STAFF_TOTP: 'off', WRITES_PER_MINUTE: '5000' }
  let site = await start({ demo: true, env })
  const { dataDir } = site
  const query = (text: string, values: unknown[] = []): Promise<Row[]> =>
    queryIn({ host: join(dataDir, 'run'), user: 'hangxie' }, text, values)
  return {
    folder,
    standIns,
    query,
    /** Kills the site together with its database; the data that remain are visible after the next start. */
    kill: () => site.kill(),
    startAgain: async () => {
      site = await start({ dataDir, env })
    },
    /** Performs an act on a mock server's page. */
    act: (path: string, fields: Record<string, string>) =>
      fetch(`${standIns.origin}/${path}`, { method: 'POST', body: new URLSearchParams(fields) }),
    /** Runs a scheduled job now. */
    clockStrikes: (job: string) =>
      query(`insert into pgboss.job (name, data) values ('hangxie', $1)`, [JSON.stringify({ job })]),
    signIn: (userName: string) => callsOf({ url }, { userName, query }),
  }
}

type Whose = { userName: string; query: (text: string, values: unknown[]) => Promise<Row[]> }

/** The calls of somebody of the demo association, whose session outlives the process. */
async function callsOf({ url }: Pick<Site, 'url'>, { userName, query }: Whose): Promise<Call> {
  const token = randomBytes(24).toString('base64url')
  await query(
    'insert into session (token_hash, account_id, confirmed_at) select $1, id, now() from account where user_name = $2',
    [createHash('sha256').update(token).digest('hex'), userName],
  )
  const [{ kind } = { kind: '' }] = await query('select kind from account where user_name = $1', [userName])
  const whose: Record<string, string> = kind === 'staff' ? { cookie: `staff=${token}` } : { token }
  return async (path, body) => {
    const isForm = body instanceof FormData
    const headers = {
      ...whose,
      'sec-fetch-site': 'same-origin',
      ...(body && !isForm && { 'content-type': 'application/json' }),
    }
    const sent = body ? { method: 'POST', body: isForm ? body : JSON.stringify(body) } : {}
    return (await fetch(`${url}/api${path}`, { headers, ...sent })).json()
  }
}

/** Polls every 2 ms, for conditions that last only a few ms. */
export async function pollFast(condition: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await condition()); await wait(2))
    if (Date.now() > end) throw new Error(`still not so: ${condition}`)
}
