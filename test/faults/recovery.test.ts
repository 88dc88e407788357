import { existsSync } from 'node:fs'
import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { lookInto, postmasterOf, start } from '../operation/sites.ts'
import { hangxie } from '../operation/tool.ts'
import { administrator } from '../setups/administrator.ts'
import { fresh, home, lookIn, setUpBackups, signIn } from '../setups/backups.ts'
import { type Site, until } from '../support/site.ts'

setUpBackups()
vi.setConfig({ testTimeout: 900_000 })

/** Starts a site with WAL archiving into its own folder. */
async function archivedSite(name: string) {
  const folder = join(home, name)
  const env = { WAL_ARCHIVE: 'folder', BACKUP_DIR: folder, STAFF_TOTP: 'off', CAPTCHA: 'off' }
  for (const [key, value] of Object.entries(env)) vi.stubEnv(key, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const site = await start({ demo: true, env })
  await until(async () => (await filesIn(folder)).some(file => /base\/.*\.json$/.test(file)), 120_000)
  return { site, folder, env }
}

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
const filesIn = (folder: string) => readdir(folder, { recursive: true }).catch((): string[] => [])

/** A row every 100 ms, each with the moment at which the database had acknowledged it. */
function keepWriting(client: Client) {
  const acknowledged: { n: number; at: number }[] = []
  let working = true
  const done = (async () => {
    for (let n = 1; working; n++) {
      const written = await client.query('insert into beat (n) values ($1)', [n]).catch(() => undefined)
      if (!written) return
      acknowledged.push({ n, at: Date.now() })
      await wait(100)
    }
  })()
  return {
    acknowledged,
    stop: () => {
      working = false
      return done
    },
  }
}

/** Simulates a dead disk: deletes the data under the running program, then kills it. */
async function loseDisk(site: Site) {
  const pid = await postmasterOf(site)
  const at = Date.now()
  process.kill(pid, 'SIGKILL')
  const gone = site.kill()
  await rm(site.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  await gone
  await rm(site.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  expect(existsSync(join(site.dataDir, 'pg'))).toBe(false)
  return at
}

async function beatsIn(dataDir: string): Promise<number[]> {
  const { rows } = await (await lookIn(dataDir)).query('select n from beat order by n')
  return rows.map(({ n }) => n)
}

test('a data disk that dies costs less than a minute, and any moment before can be come back to', async () => {
  const { site, env } = await archivedSite('archive')
  const key = await readFile(join(site.dataDir, 'secret.key'))
  const client = await lookInto(site)
  await client.query('create table beat (n integer primary key, at timestamptz not null default clock_timestamp())')
  const beats = keepWriting(client)
  // Enough writes for at least two WAL segments and half of a third.
  await until(() => beats.acknowledged.length > 950, 200_000)
  const { archiving } = (await (await administrator(site)).get('/staff/backup/list')).data
  expect(archiving).toMatchObject({ isOn: true, archivedTime: MOMENT, earliestTime: MOMENT })
  expect(archiving.bytes).toBeGreaterThan(1_000_000)
  const died = await loseDisk(site)
  await beats.stop()

  const dataDir = fresh()
  await mkdir(dataDir, { mode: 0o700 })
  await writeFile(join(dataDir, 'secret.key'), key, { mode: 0o600 })
  const latest = await hangxie(dataDir, 'restore', '--to', 'latest', '--json')
  expect(latest).toMatchObject({ code: 0 })
  const told = JSON.parse(latest.stdout)
  const left = await beatsIn(dataDir)
  const last = beats.acknowledged.find(({ n }) => n === left.at(-1))!
  const loss = (died - last.at) / 1000
  console.log(
    `lost ${loss.toFixed(1)} s of ${beats.acknowledged.length} acknowledged rows; restored in ${told.seconds} s`,
  )
  expect(loss).toBeLessThan(60)
  expect(left).toEqual(left.map((_, i) => i + 1))
  expect(told).toMatchObject({ missing: 0 })
  expect(told.files).toBeGreaterThan(100)

  // Recovery to a point in time contains exactly what had been acknowledged by then.
  const middle = beats.acknowledged[400]!
  const moment = new Date(middle.at + 40)
  const other = fresh()
  await mkdir(other, { mode: 0o700 })
  await writeFile(join(other, 'secret.key'), key, { mode: 0o600 })
  expect(await hangxie(other, 'restore', '--to', moment.toISOString())).toMatchObject({ code: 0, stdout: /✓ 已恢复到/ })
  expect((await beatsIn(other)).at(-1)).toBe(middle.n)

  const served = await start({ dataDir: other, env })
  expect(await signIn(served, '/staff/login', 'admin')).toMatchObject({ code: 200 })
  await served.stop()
})

test('an archive that is dead for a while does not stop the site, which then catches up', async () => {
  const { site, folder } = await archivedSite('dying')
  const client = await lookInto(site)
  await client.query('create table beat (n integer primary key)')
  const aside = `${folder}.aside`
  await rename(folder, aside)
  await appendFile(folder, 'no directory')
  const failures = async () => (await client.query('select failed_count::int as n from pg_stat_archiver')).rows[0].n
  for (let n = 1; n <= 3; n++) {
    await client.query('insert into beat values ($1)', [n])
    await client.query('select pg_switch_wal()')
  }
  await until(async () => (await failures()) > 0, 60_000)
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
  await rm(folder)
  await rename(aside, folder)
  const { rows } = await client.query('select pg_walfile_name(pg_switch_wal()) as written')
  await until(async () => {
    const { rows: archived } = await client.query('select last_archived_wal as last from pg_stat_archiver')
    return archived[0].last.slice(0, 24) >= rows[0].written
  }, 200_000)
  expect(await hangxie(site.dataDir, 'doctor')).toMatchObject({ stdout: /连续归档/ })
  await client.end()
  await site.stop()
})
