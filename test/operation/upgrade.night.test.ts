import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Client, type PoolConfig } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { SCHEMA_RELEASE } from '../../src/lib/server/database/migrations.ts'
import { startPostgres } from '../../src/lib/server/database/postgres.ts'
import { DEMO_PASSWORD } from '../../src/modules/accounts/demoNames.ts'
import {
  checkoutOf,
  copyData,
  makeDataBy,
  makeNextRelease,
  missingHistory,
  OLDER_RELEASES,
  schemaReleaseOf,
} from '../support/otherReleases.ts'
import { type Site, until } from '../support/site.ts'
import { makeScratch } from '../support/tempDir.ts'
import { onDatabase, startPair } from './pair.ts'
import { launch, queryIn, start, startErrorIn } from './sites.ts'
import { changedTables, markTables } from './tableMarks.ts'
import { runTool } from './tool.ts'
import { crowd, visitorOf } from './visitors.ts'

const root = resolve(import.meta.dirname, '../..')

type Version = keyof typeof OLDER_RELEASES
const versions = Object.keys(OLDER_RELEASES) as Version[]
const newest = versions.at(-1)!

const ARTICLES = 1_000
const CERTIFICATES = 10_000

const missing = await missingHistory()
if (missing) console.info(missing)

let folder: string
let next: string
const made = {} as Record<Version, { checkout: string; dataDir: string }>

beforeAll(async () => {
  folder = await makeScratch('upgrade')
  if (missing) return
  next = await makeNextRelease(await emptyFolder('next'), { batch: 200 })
  for (const version of versions) {
    const checkout = await checkoutOf(OLDER_RELEASES[version])
    made[version] = { checkout, dataDir: await makeDataBy(checkout, join(folder, version), ARTICLES, CERTIFICATES) }
  }
}, 900_000)
afterAll(() => rm(folder, { recursive: true }))

async function emptyFolder(name: string): Promise<string> {
  await mkdir(join(folder, name))
  return join(folder, name)
}

/** A site's data as that version left them, with a PostgreSQL of their own. */
async function dataOf(version: Version) {
  const dataDir = join(folder, `data-${Math.random().toString(36).slice(2)}`)
  await copyData(made[version].dataDir, dataDir)
  const { connection, stop } = await startPostgres({ dataDir })
  onTestFinished(async () => {
    await stop()
    await rm(dataDir, { recursive: true })
  })
  const env = {
    ...onDatabase(connection),
    PUBLIC_URL: 'https://association.example',
    BACKUP_AT: 'off',
    CAPTCHA: 'off',
    STAFF_TOTP: 'off',
  }
  const options = { demo: true, dataDir, env }
  return { dataDir, connection, env, options, serve: (checkout?: string) => start({ ...options, checkout }) }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function filesOf(dataDir: string): Promise<Record<string, string>> {
  const found = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
  const paths = found.filter(each => each.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return Object.fromEntries(await Promise.all(paths.map(async path => [path, sha256(await readFile(path))])))
}

async function bytesOf(
  site: Site,
  path: string,
  headers: Record<string, string> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(`${site.url}/api${path}`, { headers: { 'sec-fetch-site': 'same-origin', ...headers } })
  expect([path, answer.status, answer.headers.get('content-type')]).not.toContain('application/json; charset=utf-8')
  return new Uint8Array(await answer.arrayBuffer())
}

/** What people have in their hands of a site: sessions, links on papers, papers and credentials. */
async function takeFrom(site: Site) {
  const visitor = visitorOf(site)
  const member = await visitor('POST', '/api/login', { account: 'qingyuan', password: DEMO_PASSWORD })
  const staff = await visitor('POST', '/api/staff/login', { account: 'admin', password: DEMO_PASSWORD })
  const cookie = staff.cookie!
  const shown = await visitor('GET', '/api/app/publicity/qualification/list?status=valid')
  const [first, ...others] = shown.data.list as { id: number; certNo: string }[]
  const links = []
  for (const { certNo } of [first!, ...others.slice(0, 4)]) {
    const { data } = await visitor('GET', `/api/cert/verify?number=${encodeURIComponent(certNo)}`)
    links.push({ certNo, path: new URL(data.verifyUrl).pathname + new URL(data.verifyUrl).search })
  }
  const number = encodeURIComponent(first!.certNo)
  return {
    token: member.data.token as string,
    cookie,
    links,
    papers: {
      '证书.pdf': await bytesOf(site, `/staff/certificate/file?id=${first!.id}`, { cookie }),
      '查验单.pdf': await bytesOf(site, `/cert/verify/slip?number=${number}`),
      '凭证.jwt': await bytesOf(site, `/cert/credential?number=${number}`),
    },
  }
}

/** Whether all of it is as good as it was. */
async function expectGood(site: Site, { token, cookie, links, papers }: Awaited<ReturnType<typeof takeFrom>>) {
  const visitor = visitorOf(site)
  expect(await visitor('GET', '/api/member/message/unread', undefined, { token })).toMatchObject({ code: 200 })
  expect(await visitor('GET', '/api/staff/job/list', undefined, { cookie })).toMatchObject({ code: 200 })
  for (const { certNo, path } of links) {
    const page = await fetch(site.url + path)
    expect([path, page.status, (await page.text()).includes(certNo)]).toEqual([path, 200, true])
  }
  for (const [name, bytes] of Object.entries(papers)) {
    const form = new FormData()
    form.append('file', new File([bytes], name))
    const answer = await fetch(`${site.url}/api/cert/verify/file`, { method: 'POST', body: form })
    expect([name, await answer.json()]).toMatchObject([name, { code: 200, data: { verdict: 'own', findings: [] } }])
  }
}

/** Records that the way from there to here is meant to change, and why. */
const CHANGED: Record<Version, Record<string, string>> = {
  '0.8': {
    home_block: '0078 moves the links beside the news',
    staff_role: '0062, 0069 and later steps add the permissions of new modules',
  },
  '0.9.0': {
    database_info: 'the release of the schema',
    staff_role: '0080, 0081, 0083 and later steps add the permissions of new modules',
  },
  '1.0.0': {
    database_info: 'the release of the schema',
    staff_role: '0087 and 0090 add the permissions of new modules',
  },
}

describe.skipIf(missing)('an upgrade', { timeout: 600_000 }, () => {
  test.for(versions)('from %s keeps every record, file, session, link and signature, and goes back', async version => {
    const { checkout } = made[version]
    const { dataDir, connection, env, serve } = await dataOf(version)
    const old = await serve(checkout)
    const taken = await takeFrom(old)
    expect(await old.stop()).toBe(0)
    const [files, before] = [await filesOf(dataDir), await markTables(connection)]
    expect(before.certificate!.rows).toBeGreaterThan(CERTIFICATES)

    const settings = { ...env, DATA_DIR: dataDir, DEMO: '1' }
    expect(await runTool(settings, 'migrate')).toMatchObject({ code: 0 })
    expect(changedTables(before, await markTables(connection, before))).toEqual(Object.keys(CHANGED[version]))
    expect(await filesOf(dataDir)).toEqual(files)
    const site = await serve()
    await expectGood(site, taken)
    const doctor = await runTool(settings, 'doctor', '--deep')
    expect(doctor.stdout.split('\n').filter(line => line.startsWith('✗'))).toEqual([])
    expect(await runTool(settings, 'audit', 'verify')).toMatchObject({ code: 0 })
    const takenNow = await takeFrom(site)
    expect(await site.stop()).toBe(0)

    if (version !== newest || SCHEMA_RELEASE > (await schemaReleaseOf(checkout)) + 1) return
    const back = await serve(checkout)
    await expectGood(back, taken)
    await expectGood(back, takenNow)
    expect(await back.stop()).toBe(0)
  })

  test('that changes the schema is of a release of its own, so that programs know how far apart they are', async () => {
    const { checkout } = made[newest]
    const steps = async (folder: string) =>
      (await readdir(join(folder, 'drizzle'))).filter(name => name.endsWith('.sql'))
    const isChanged = (await steps(root)).length > (await steps(checkout)).length
    expect(SCHEMA_RELEASE - (await schemaReleaseOf(checkout))).toBe(isChanged ? 1 : 0)
  })

  test('under load, one process after the other, to this version, to the next, and back, fails nobody', async () => {
    const { checkout, dataDir } = made[newest]
    const ownDir = join(folder, 'rolling')
    await copyData(dataDir, ownDir)
    const pair = await startPair(ownDir, checkout)
    onTestFinished(pair.stop)
    const visitor = visitorOf(pair.proxy)
    const { data } = await visitor('POST', '/api/login', { account: 'qingyuan', password: DEMO_PASSWORD })
    const load = crowd(pair.proxy, data.token)
    await until(() => load.seen.length > 200)
    for (const to of [undefined, next, undefined])
      for (const place of [0, 1]) {
        const before = load.seen.length
        await pair.replace(place, to)
        expect(load.seen.length).toBeGreaterThan(before + 100)
      }
    const ready = await fetch(`${pair.sites[0]!.url}/readyz`)
    expect([ready.status, await ready.json()]).toMatchObject([200, { schema: 'newer' }])
    await load.stop()
    expect(load.seen.filter(({ status }) => status !== 200)).toEqual([])
    const left = `select count(*)::int as left from certificate where next_note = ''`
    expect(await queryIn(pair.postgres.connection, left)).toEqual([{ left: 0 }])
    console.info(`${load.seen.length} requests through ${pair.proxy.by}, none failed`)
  })

  test('from 0.8 that is killed in the middle of a step, and of batches, goes on where it was', async () => {
    const { connection, options, dataDir } = await dataOf('0.8')
    const before = await markTables(connection)
    const steps = async () =>
      (await queryIn(connection, 'select count(*)::int as n from drizzle.__drizzle_migrations'))[0].n as number
    const first = await steps()
    for (let round = 0; round < 3; round++) {
      const done = await steps()
      const site = await launch({ ...options, checkout: next })
      await until(async () => (await steps()) > done)
      await killWithinStep(connection, site)
      expect(await steps()).toBeGreaterThan(done)
    }
    const killed = await steps()
    const filling = await launch({ ...options, checkout: next })
    await until(async () => (await queryIn(connection, BATCH_RUNNING)).length, 60_000)
    await filling.kill()
    const [half] = await queryIn(connection, FILLED)
    expect(half.left).toBeGreaterThan(0)

    const site = await start({ ...options, checkout: next })
    expect(await site.stop()).toBe(0)
    expect((await queryIn(connection, FILLED))[0]).toEqual({ left: 0 })
    const index = `select indisvalid as valid from pg_index where indexrelid = 'certificate_next_note'::regclass`
    expect(await queryIn(connection, index)).toEqual([{ valid: true }])
    const twice = 'select hash from drizzle.__drizzle_migrations group by hash having count(*) > 1'
    expect(await queryIn(connection, twice)).toEqual([])
    const after = await markTables(connection, before)
    // The site that has started meanwhile sends messages and writes its log: no row is lost, and records are as they were.
    expect(Object.keys(before).filter(table => after[table]!.rows < before[table]!.rows)).toEqual([])
    expect(changedTables(before, after).filter(table => RECORDS.includes(table))).toEqual([])
    console.info(`killed after ${killed - first} of ${(await steps()) - first} steps`)
    expect(await runTool({ ...options.env, DATA_DIR: dataDir }, 'audit', 'verify')).toMatchObject({ code: 0 })
  })

  test('two releases on is too far: a program refuses that schema in one sentence and changes nothing', async () => {
    const { connection, options } = await dataOf(newest)
    const site = await start({ ...options, checkout: next })
    expect(await site.stop()).toBe(0)
    await queryIn(connection, 'update database_info set schema_release = $1', [SCHEMA_RELEASE + 2])
    const before = await markTables(connection)
    const refusing = await launch(options)
    expect(await refusing.ended()).toBe(1)
    expect(startErrorIn(refusing.output())).toMatch(/请换上较新的程序，或恢复升级以前的备份/)
    expect(changedTables(before, await markTables(connection, before))).toEqual([])
  })
})

const BATCH_RUNNING = `select from pg_stat_activity where query like '%-- until none%' and state = 'active' and pid <> pg_backend_pid()`
const FILLED = `select count(*) filter (where next_note = '')::int as left from certificate`
const RECORDS = ['article', 'certificate', 'certificate_event', 'file', 'organisation', 'person']

/** Ends the program while a step that it has made waits to be noted, uncommitted. */
async function killWithinStep(connection: PoolConfig, site: Awaited<ReturnType<typeof launch>>): Promise<void> {
  const holder = new Client({ ...connection, database: 'postgres' })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table drizzle.__drizzle_migrations in share mode')
    const waiting = `select from pg_locks where relation = 'drizzle.__drizzle_migrations'::regclass and not granted`
    await until(async () => (await holder.query(waiting)).rowCount)
    await site.kill()
  } finally {
    await holder.end()
  }
}
