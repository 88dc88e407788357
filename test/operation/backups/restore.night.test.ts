import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { open, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { pack } from 'tar-stream'
import { describe, expect, test } from 'vitest'
import { applyWithin, knownMigrations } from '../../../src/lib/server/database/migrations.ts'
import { stopRunning } from '../../../src/lib/server/database/postmaster.ts'
import {
  archive,
  demoDirectory,
  fresh,
  home,
  isRefused,
  lookIn,
  refused,
  restore,
  setUpBackups,
  signIn,
  spawnTool,
} from '../../setups/backups.ts'
import { until } from '../../support/site.ts'
import { launch, lookInto, start, startErrorIn } from '../sites.ts'
import { hangxie } from '../tool.ts'

setUpBackups()

describe('a restore', () => {
  test('refuses what is broken, cut off, slips out, or has no key, and changes nothing', async () => {
    const bytes = await readFile(archive)
    const spoilt = join(home, 'spoilt.tar')
    for (const at of [620, withinLargest(bytes), bytes.indexOf('"keyMark"') + 20]) {
      const other = Buffer.from(bytes)
      other[at]! ^= 1
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

  /** Kills a restore while it inserts rows. */
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
    expect(startErrorIn(refusing.output())).toContain(`从 ${archive} 恢复没有完成`)
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
    expect(stdout).toMatch(/install -d -o \d+ -g \d+ -m 700 .*\n.*hangxie restore/)
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
    expect(startErrorIn(site.output())).toMatch(/hangxie doctor 查看恢复步骤/)
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

/** Offset in the middle of the largest tar entry: a byte between entries may have no meaning. */
function withinLargest(tar: Buffer): number {
  let [largest, middle] = [0, 0]
  for (let at = 0; tar[at]; ) {
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8)
    if (size > largest) [largest, middle] = [size, at + 512 + Math.floor(size / 2)]
    at += 512 * (1 + Math.ceil(size / 512))
  }
  return middle
}
