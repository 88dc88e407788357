import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { extract } from 'tar-stream'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openServices } from '../../../src/lib/server/api/services.ts'
import type { Manifest } from '../../../src/lib/server/archive/manifest.ts'
import { openPool } from '../../../src/lib/server/database/db.ts'
import { readConfig } from '../../../src/lib/server/process/config.ts'
import { nextNumber } from '../../../src/modules/certificates/server/numbers.ts'
import {
  ask,
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
import { type Site, until } from '../../support/site.ts'
import { pdf } from '../../support/uploads.ts'
import { lookInto, start } from '../sites.ts'
import { hangxie } from '../tool.ts'

setUpBackups()

const PASSPHRASE = '正确的口令要足够长 2026'

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

    // A backup of the restored site is identical, byte for byte: every table, file and sequence.
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
    // Sessions survive.
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
    // The archive contains both records of each pair or none, though it reads one table long before the other.
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
    // Cut at a frame boundary, so that every remaining frame is complete; the last one may be full-sized too.
    const frame = (1 << 16) + 16
    await truncate(cut, 24 + frame * (Math.ceil(((await stat(path)).size - 24) / frame) - 1))
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
