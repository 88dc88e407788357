import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import { extract, pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openServices } from '../../src/lib/server/api/services.ts'
import type { Manifest } from '../../src/lib/server/archive/manifest.ts'
import { verifyArchive } from '../../src/lib/server/archive/verifying.ts'
import { openPool } from '../../src/lib/server/database/db.ts'
import { applyWithin, knownMigrations } from '../../src/lib/server/database/migrations.ts'
import { startPostgres } from '../../src/lib/server/database/postgres.ts'
import { stopRunning } from '../../src/lib/server/database/postmaster.ts'
import { readConfig } from '../../src/lib/server/process/config.ts'
import { DEMO_PASSWORD } from '../../src/modules/accounts/demoAccounts.ts'
import { nextNumber } from '../../src/modules/certificates/server/numbers.ts'
import { type Site, until } from '../site.ts'
import { pdf } from '../uploads.ts'
import { launch, lookInto, sentenceOf, start } from './sites.ts'
import { hangxie } from './tool.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let home: string
/** The demo association, with its key, made once for all tests here. */
let archive: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'hangxie-backup-'))
  const dataDir = join(home, 'demo')
  await cp(process.env.SITE_TEMPLATE!, dataDir, { recursive: true })
  archive = join(home, 'demo.tar')
  expect(await hangxie(dataDir, 'backup', '--with-key', '--to', archive)).toMatchObject({ code: 0, stdout: /^✓/ })
})
afterAll(() => rm(home, { recursive: true, force: true }))

const PASSPHRASE = '正确的口令要足够长 2026'

let made = 0
/** A name for a directory that is not there yet; whatever comes to be in it is gone after the test. */
function fresh(): string {
  const dataDir = join(home, `data-${++made}`)
  onTestFinished(async () => {
    await stopRunning(join(dataDir, 'pg'))
    await rm(dataDir, { recursive: true, force: true })
  })
  return dataDir
}

async function demoDirectory(): Promise<string> {
  const dataDir = fresh()
  await cp(process.env.SITE_TEMPLATE!, dataDir, { recursive: true })
  return dataDir
}

/** The PostgreSQL of a directory that no server uses. */
async function lookIn(dataDir: string): Promise<Client> {
  const { connection } = await startPostgres({ dataDir })
  const client = new Client(connection)
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

async function manifestOf(path: string): Promise<Manifest> {
  const tar = extract()
  tar.end(await readFile(path))
  for await (const entry of tar) {
    const chunks: Buffer[] = []
    for await (const chunk of entry) chunks.push(chunk as Buffer)
    if (entry.header.name === 'manifest.json') return JSON.parse(Buffer.concat(chunks).toString())
  }
  throw new Error(`no manifest in ${path}`)
}

const restore = (dataDir: string, path: string, ...more: string[]) => hangxie(dataDir, 'restore', path, ...more)

/** One that may be killed. */
function spawnTool(dataDir: string, ...args: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir }
  return spawn(process.execPath, ['src/cli.ts', ...args], {
    cwd: resolve(import.meta.dirname, '../..'),
    env,
    stdio: 'ignore',
  })
}

/** Refused in one sentence, and not even the directory is made. */
async function refused(path: string, why: RegExp) {
  const dataDir = fresh()
  const { code, stderr } = await restore(dataDir, path)
  expect(code).toBe(1)
  expect(sentenceOf(stderr.replace('正在检查备份……\n', ''))).toMatch(why)
  expect(existsSync(dataDir)).toBe(false)
}

/** The check that comes before all else, without a process of its own for each of many. */
const isRefused = (path: string, why: RegExp, passphrase?: string) =>
  expect(verifyArchive({ path, passphrase })).rejects.toThrow(why)

async function ask({ url }: Site, path: string, { body, ...headers }: { [name: string]: string } = {}) {
  const method = body === undefined ? 'GET' : 'POST'
  const given = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers }
  return (await fetch(`${url}/api${path}`, { method, headers: given, body: body ?? null })).json()
}

const signIn = (site: Site, path: string, account: string) =>
  ask(site, path, { body: JSON.stringify({ account, password: DEMO_PASSWORD }) })

const search = async (site: Site, key: string) => {
  const { data } = await ask(site, `/search?key=${encodeURIComponent(key)}`)
  return data
}

async function upload({ url }: Site, token: string): Promise<number> {
  const form = new FormData()
  form.append('use', 'document')
  form.append('file', new File([pdf('backup') as BlobPart], '材料.pdf'))
  const answer = await fetch(`${url}/api/file/upload`, { method: 'POST', body: form, headers: { token } })
  return (await answer.json()).data.id
}

describe('a backup', () => {
  test('restored on a fresh directory is the same association: rows, files, sequences, sign-in, search', async () => {
    const env = { STAFF_TOTP: 'off', CAPTCHA: 'off' }
    const site = await start({ demo: true, env })
    const { data } = await signIn(site, '/login', 'qingyuan')
    const fileId = await upload(site, data.token)
    const found = await search(site, '锅炉')
    expect(found.total).toBeGreaterThan(3)
    const pool = openPool({ host: join(site.dataDir, 'run'), user: 'hangxie', database: 'postgres' })
    const services = await openServices(readConfig({ DATA_DIR: site.dataDir }), pool)
    const numbers = [await nextNumber(services, 'BACKUP'), await nextNumber(services, 'BACKUP')]
    await pool.end()
    expect(await site.stop()).toBe(0)

    const first = join(home, 'first.tar')
    const said = await hangxie(site.dataDir, 'backup', '--to', first, '--json')
    expect(JSON.parse(said.stdout)).toMatchObject({ path: first, hasKey: false, faults: [] })
    const dataDir = fresh()
    await mkdir(dataDir, { mode: 0o700 })
    await cp(join(site.dataDir, 'secret.key'), join(dataDir, 'secret.key'))
    const restored = await restore(dataDir, first)
    expect(restored).toMatchObject({ code: 0, stdout: /✓ 已恢复到 .*用时 [\d.]+ 秒（[\d.]+ MB\/s）/ })

    // What it gives in its turn is the same, byte for byte: every table, every file, every sequence.
    const second = join(home, 'second.tar')
    expect(await hangxie(dataDir, 'backup', '--to', second)).toMatchObject({ code: 0 })
    const [before, after] = [await manifestOf(first), await manifestOf(second)]
    expect({ ...after, at: '' }).toEqual({ ...before, at: '' })
    expect(before.tables.length).toBeGreaterThan(90)
    expect(before.parts.filter(({ name }) => name.startsWith('files/')).length).toBeGreaterThan(100)
    const doctor = await hangxie(dataDir, 'doctor', '--deep')
    expect([doctor.code, doctor.stdout.match(/^✗.*/gm)]).toEqual([0, null])

    const next = await start({ dataDir, env })
    expect(await signIn(next, '/login', 'qingyuan')).toMatchObject({ code: 200 })
    expect(await signIn(next, '/staff/login', 'admin')).toMatchObject({ code: 200 })
    // Who was signed in still is.
    expect(await ask(next, '/member/account', { token: data.token })).toMatchObject({ code: 200 })
    expect(await search(next, '锅炉')).toEqual(found)
    expect(await upload(next, data.token)).toBeGreaterThan(fileId)
    const again = openPool({ host: join(dataDir, 'run'), user: 'hangxie', database: 'postgres' })
    expect(numbers).not.toContain(
      await nextNumber({ db: (await openServices(readConfig({ DATA_DIR: dataDir }), again)).db }, 'BACKUP'),
    )
    await again.end()
    expect(await hangxie(dataDir, 'audit', 'verify')).toMatchObject({ code: 0 })
    await next.stop()
  })

  test('of a site at work shows one moment; encrypted, it opens with its passphrase only', async () => {
    vi.stubEnv('BACKUP_PASSPHRASE', PASSPHRASE)
    onTestFinished(() => void vi.unstubAllEnvs())
    const site = await start({ demo: true })
    const client = await lookInto(site)
    // Of each pair the archive has both or none, though it reads the one table long before the other.
    let pairs = 0
    let working = true
    const work = (async () => {
      for (; working; pairs++)
        await client.query(`with line as (insert into audit_event (actor_name, action) values ('系统', 'pair'))
          insert into setting (name, value) values ('pair ' || clock_timestamp(), '{}')`)
    })()
    await until(() => pairs > 50)
    const sealed = `${home}/backups/`
    expect(await hangxie(site.dataDir, 'backup', '--encrypt', '--to', sealed)).toMatchObject({ code: 0 })
    working = false
    await work
    const [name] = await readdir(sealed)
    expect(name).toMatch(/^hangxie-\d{8}-\d{6}\.tar\.enc$/)
    const path = join(sealed, name!)
    expect((await stat(path)).mode & 0o77).toBe(0)
    expect((await readFile(path)).includes('manifest')).toBe(false)

    vi.stubEnv('BACKUP_PASSPHRASE', '错误的口令也足够长 2026')
    await refused(path, /口令不对/)
    await isRefused(path, /BACKUP_PASSPHRASE/)
    vi.stubEnv('BACKUP_PASSPHRASE', PASSPHRASE)
    const cut = join(home, 'cut.enc')
    await cp(path, cut)
    // At the end of a frame, where each frame that is left is whole.
    const frame = (1 << 16) + 16
    await truncate(cut, 24 + frame * Math.floor(((await stat(path)).size - 24) / frame))
    await isRefused(cut, /加密校验不符/, PASSPHRASE)

    const dataDir = fresh()
    expect(await restore(dataDir, path)).toMatchObject({ code: 0 })
    expect(await readFile(join(dataDir, 'secret.key'))).toEqual(await readFile(join(site.dataDir, 'secret.key')))
    const { rows } = await (await lookIn(dataDir)).query(
      `select (select count(*)::int from audit_event where action = 'pair') lines,
         (select count(*)::int from setting where name like 'pair%') settings`,
    )
    expect(rows[0].lines).toBe(rows[0].settings)
    expect(rows[0].lines).toBeGreaterThan(50)
    expect(rows[0].lines).toBeLessThan(pairs)
  })

  test('that is killed leaves the older ones and nothing half; the newest are kept; a lost file is told', async () => {
    const dataDir = await demoDirectory()
    const folder = join(home, 'kept')
    const to = ['--to', `${folder}/`]
    expect(await hangxie(dataDir, 'backup', ...to)).toMatchObject({ code: 0, stdout: /密钥.*另行保管/ })
    const [older] = await readdir(folder)
    // A file that never ends keeps the next one at work.
    const year = String(new Date().getUTCFullYear())
    const [name] = await readdir(join(dataDir, 'files', year))
    const path = join(dataDir, 'files', year, name!)
    const bytes = await readFile(path)
    await rm(path)
    await once(spawn('mkfifo', [path]), 'exit')
    const child = spawnTool(dataDir, 'backup', ...to)
    await until(async () => (await readdir(folder)).some(each => each.endsWith('.part')))
    child.kill('SIGKILL')
    await once(child, 'exit')
    const kept = async () => (await readdir(folder)).filter(each => !each.endsWith('.part'))
    expect(await kept()).toEqual([older])
    expect(await hangxie(dataDir, 'backup', 'verify', join(folder, older!))).toMatchObject({ code: 0, stdout: /完好/ })

    await rm(path)
    await writeFile(path, bytes)
    expect(await hangxie(dataDir, 'backup', ...to, '--keep', '1')).toMatchObject({ code: 0 })
    const [newest, ...others] = await kept()
    expect([newest === older, others]).toEqual([false, []])
    await rm(path)
    const lossy = await hangxie(dataDir, 'backup', ...to, '--keep', '1')
    expect(lossy).toMatchObject({ code: 1, stdout: new RegExp(`${name} 不在存储中`) })
    expect(await kept()).toContain(newest)
    expect(await hangxie(dataDir, 'doctor')).toMatchObject({ code: 1, stdout: new RegExp(`✗ 附件：.*${name}`) })
  })
})

describe('a restore', () => {
  test('refuses what is broken, cut off, slips out, or has no key, and changes nothing', async () => {
    const bytes = await readFile(archive)
    const spoilt = join(home, 'spoilt.tar')
    for (const at of [600, Math.floor(bytes.length / 2), bytes.indexOf('"keyMark"')]) {
      const other = Buffer.from(bytes)
      other[at + 20]! ^= 1
      await writeFile(spoilt, other)
      await isRefused(spoilt, /已损坏或不完整.*没有改动/)
    }
    for (const length of [0, 1000, Math.floor(bytes.length / 2), bytes.lastIndexOf('manifest.sha256')]) {
      await writeFile(spoilt, bytes.subarray(0, length))
      await isRefused(spoilt, /已损坏或不完整/)
    }
    await refused(spoilt, /已损坏或不完整/)
    for (const name of ['../../evil', 'files/../../evil', '/etc/evil']) {
      const tar = pack()
      tar.entry({ name }, 'evil')
      tar.finalize()
      await writeFile(spoilt, tar as unknown as NodeJS.ReadableStream)
      await isRefused(spoilt, /不该有的/)
    }
    await isRefused(join(home, 'nothing.tar'), /没有这个文件/)
    const keyless = join(home, 'keyless.tar')
    await hangxie(join(home, 'demo'), 'backup', '--to', keyless)
    await refused(keyless, /不含密钥/)
  })

  test('does not touch a directory with data, or in use, unless told to; and only looks when told so', async () => {
    const site = await start({ demo: true })
    expect(await restore(site.dataDir, archive, '--replace')).toMatchObject({ code: 1, stderr: /正由.*使用|正在使用/ })
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
    const client = await lookInto(site)
    await client.query(`insert into setting (name, value) values ('newer', '{}')`)
    await client.end()
    await site.stop()
    expect(await restore(site.dataDir, archive)).toMatchObject({ code: 1, stderr: /已有数据/ })
    const look = await restore(site.dataDir, archive, '--replace', '--dry-run', '--json')
    expect(JSON.parse(look.stdout)).toMatchObject({ dryRun: true, target: site.dataDir, pending: 0 })
    const newer = async () =>
      (await (await lookIn(site.dataDir)).query(`select from setting where name = 'newer'`)).rowCount
    expect(await newer()).toBe(1)
    await stopRunning(join(site.dataDir, 'pg'))
    expect(await restore(site.dataDir, archive, '--replace')).toMatchObject({ code: 0 })
    expect(await newer()).toBe(0)
    const dataDir = fresh()
    expect(await restore(dataDir, archive, '--dry-run')).toMatchObject({ code: 0, stdout: /可以恢复到 .*没有改动/ })
    expect(existsSync(dataDir)).toBe(false)
  })

  /** In the midst of the rows. */
  async function killedRestore(dataDir: string) {
    const child = spawnTool(dataDir, 'restore', archive, '--replace')
    const watcher = await until(async () => {
      const client = new Client({ host: join(dataDir, 'run'), user: 'hangxie', database: 'template1' })
      client.on('error', () => {})
      return client.connect().then(
        () => client,
        () => undefined,
      )
    }, 60_000)
    const copying = `select from pg_stat_activity where query ~ '^(copy|create index)'`
    await until(async () => (await watcher.query(copying)).rowCount, 60_000)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await watcher.end()
  }

  test('that is killed over old data leaves them as they were', async () => {
    const dataDir = await demoDirectory()
    await (await lookIn(dataDir)).query(`insert into setting (name, value) values ('newer', '{}')`)
    await stopRunning(join(dataDir, 'pg'))
    await killedRestore(dataDir)
    const site = await start({ dataDir })
    expect((await (await lookInto(site)).query(`select from setting where name = 'newer'`)).rowCount).toBe(1)
    expect(await signIn(site, '/login', 'qingyuan')).toMatchObject({ code: 200 })
    await site.stop()
  })

  test('that is killed on the way to a fresh directory leaves one that no server takes for a new site', async () => {
    const dataDir = fresh()
    await killedRestore(dataDir)
    const refusing = await launch({ dataDir, demo: true })
    expect(await refusing.ended()).toBe(1)
    expect(sentenceOf(refusing.output())).toContain(`从 ${archive} 恢复没有完成`)
    expect(await restore(dataDir, archive)).toMatchObject({ code: 0 })
    const served = await start({ dataDir })
    expect(await signIn(served, '/login', 'qingyuan')).toMatchObject({ code: 200 })
    await served.stop()
  })

  test('brings an older archive up to date, and refuses a newer one', async () => {
    const older = fresh()
    const known = knownMigrations()
    const client = await lookIn(older)
    await applyWithin(client, known.slice(0, 8))
    await client.query(`insert into organisation (name, credit_code, province_code, city, address, legal_person)
      values ('北京旧库水处理有限公司', '91110105MA8000001X', '110000', '北京', '演示路 1 号', '张明')`)
    const behind = await hangxie(older, 'migrate', 'status', '--json')
    const told = JSON.parse(behind.stdout)
    expect([behind.code, told.state, told.pending]).toEqual([3, 'pending', known.length - 8])
    expect([told.migrations[7], told.migrations[8]]).toMatchObject([{ isApplied: true }, { isApplied: false }])
    const path = join(home, 'older.tar')
    expect(await hangxie(older, 'backup', '--to', path)).toMatchObject({ code: 0 })
    const dataDir = fresh()
    expect(await restore(dataDir, path)).toMatchObject({ code: 0, stdout: /升级数据库结构 \d+ 步/ })
    expect(await hangxie(dataDir, 'migrate', 'status')).toMatchObject({ code: 0, stdout: /✓ 0000_start\n/ })
    const restored = await lookIn(dataDir)
    expect((await restored.query('select name from organisation')).rows).toEqual([{ name: '北京旧库水处理有限公司' }])

    await restored.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)`, [
      'f'.repeat(64),
      known.at(-1)!.at + 1,
    ])
    expect(await hangxie(dataDir, 'migrate', 'status')).toMatchObject({ code: 4, stdout: /更新版本/ })
    const newer = join(home, 'newer.tar')
    expect(await hangxie(dataDir, 'backup', '--to', newer)).toMatchObject({ code: 0 })
    await refused(newer, /由更新版本的行协制作/)
  })
})

describe('data that are broken', () => {
  test('a damaged page is found by the doctor, who says how to come back', async () => {
    const dataDir = await demoDirectory()
    const { rows } = await (await lookIn(dataDir)).query(`select pg_relation_filepath('article') as path`)
    await stopRunning(join(dataDir, 'pg'))
    const table = await open(join(dataDir, 'pg', rows[0].path), 'r+')
    await table.write(Buffer.alloc(200, 7), 0, 200, 8192 + 4000)
    await table.close()
    const { code, stdout } = await hangxie(dataDir, 'doctor', '--deep')
    expect(code).toBe(1)
    expect(stdout).toMatch(/✗ 数据内容：表 article 读取失败.*\n {4}请从备份恢复/)
    expect(stdout).toMatch(/hangxie.mjs restore/)
    expect(await hangxie(dataDir, 'backup', '--to', join(home, 'no.tar'))).toMatchObject({
      code: 1,
      stderr: /^[^\n]*\n$/,
    })
    expect(existsSync(join(home, 'no.tar'))).toBe(false)
  })

  test('a log that is cut off is told in one sentence, by the server and the doctor', async () => {
    const dataDir = await demoDirectory()
    const wal = join(dataDir, 'pg/pg_wal')
    for (const name of await readdir(wal)) if (/^[0-9A-F]{24}$/.test(name)) await truncate(join(wal, name), 8192)
    const site = await launch({ dataDir })
    expect(await site.ended()).toBe(1)
    expect(sentenceOf(site.output())).toMatch(/hangxie doctor 查看恢复步骤/)
    expect(await hangxie(dataDir, 'doctor')).toMatchObject({ code: 1, stdout: /✗ 数据库：.*\n {4}请从备份恢复/ })
  })

  test('search words that were lost are made anew from the records', async () => {
    const dataDir = await demoDirectory()
    const client = await lookIn(dataDir)
    const words = async () => (await client.query('select words::text from article order by id')).rows
    const before = await words()
    await client.query(`update article set words = '' where id % 2 = 0`)
    const dry = JSON.parse((await hangxie(dataDir, 'reindex', '--dry-run', '--json')).stdout)
    expect(dry.search[0].stale).toBeGreaterThan(10)
    expect(await hangxie(dataDir, 'reindex')).toMatchObject({
      code: 0,
      stdout: new RegExp(`已重建 ${dry.search[0].stale} 条`),
    })
    expect(await words()).toEqual(before)
    expect(await hangxie(dataDir, 'reindex', '--dry-run')).toMatchObject({
      code: 0,
      stdout: /文章：\d+ 条，待重建 0 条/,
    })
  })
})
