import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startSite } from '#test/support/site.ts'
import { startStandIns } from '../../stand-ins/start.ts'
import { expect, lookInto, test as shared } from '../support/test.ts'

/** A running site; `standIns` is the address of the mock servers for WeChat, payments, invoices and timestamps. */
export type Site = Awaited<ReturnType<typeof startSite>> & { standIns: string }

/** A site of its own that uses all outside services, with the demo association in it. */
export const test = shared.extend<object, { own: Site }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const folder = await mkdtemp(join(tmpdir(), 'hangxie-stand-ins-'))
      const standIns = await startStandIns({ port: 0, site: url, folder })
      const own = { PORT: String(port), PUBLIC_URL: url, STAFF_TOTP: 'off', WRITES_PER_MINUTE: '600' }
      const env = { ...standIns.settings, ...own }
      const site = await startSite({ demo: true, env })
      await use({ ...site, standIns: standIns.origin })
      await site.stop()
      await site.cleanUp()
      await standIns.close()
      await rm(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ own }, use) => use(own.url),
})

/** The code for this use in the newest text to that phone, of which some digits may be hidden. */
export async function codeFor({ dataDir }: Site, phone: string, use: string): Promise<string> {
  const wording = new RegExp(`验证码 (\\d{6})，用于${use}`)
  const code = async () => {
    const sent = await readFile(join(dataDir, 'outbox/sms.jsonl'), 'utf8').catch(() => '')
    const lines = sent.split('\n').filter(Boolean)
    const isTo = new RegExp(`^${phone.replaceAll('*', '\\d')}$`)
    const texts = lines.map(line => JSON.parse(line)).flatMap(({ to, text }) => (isTo.test(to) ? [text] : []))
    return texts.flatMap(text => text.match(wording)?.[1] ?? []).at(-1)
  }
  await expect.poll(code).toBeDefined()
  return (await code())!
}

/** Codes are sent once a minute; nobody waits for that here. */
export const aMinuteLater = (own: Site) =>
  change(own, `update attempt set at = at - interval '1 minute' where purpose in ('codeTo', 'codeFrom')`)

/** The days of a notice are over. */
export const noticeEnds = (own: Site, title: string) =>
  change(own, 'update public_notice set to_day = current_date - 1 where title = $1', [title])

/** Runs a scheduled job now. */
export const runScheduledJob = (own: Site, job: string) =>
  change(own, `insert into pgboss.job (name, data) values ('hangxie', $1)`, [JSON.stringify({ job })])

async function change({ dataDir }: Site, statement: string, values: unknown[] = []) {
  const database = await lookInto(dataDir)
  await database.query(statement, values)
  await database.end()
}
