import { createWriteStream, existsSync } from 'node:fs'
import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { type ClientBase, Pool, type PoolClient } from 'pg'
import { extract } from 'tar-stream'
import { damaged } from '../../archive/damage.ts'
import { beginRestoring } from '../../archive/unfinished.ts'
import { type Embedded, startPostgres } from '../../database/postgres.ts'
import { adoptKey } from '../../encryption/encryption.ts'
import type { Config } from '../../process/config.ts'
import { withTempDir } from '../../process/tempDir.ts'
import { openStore } from '../../storage/store.ts'
import { keysOf } from '../addresses.ts'
import { type Place, walPlaceOf } from '../place.ts'
import { listBases } from './base.ts'
import { fileName } from './names.ts'
import { openSealed } from './sealing.ts'
import { recoverySettings } from './settings.ts'

type Say = (line: string) => void
type Base = Awaited<ReturnType<typeof listBases>>[number] & { system: string }
export type Recovered = { base: string; at: Date; files: number; missing: number; seconds: number }

/** The newest base from which that moment can be come back to. */
async function findBase(place: Place, to: Date | undefined): Promise<Base> {
  const systems = new Set(
    (await place.list('wal/')).flatMap(({ name }) => name.match(/^wal\/([0-9a-f]{16})\//)?.[1] ?? []),
  )
  const all: Base[] = []
  for (const system of systems) for (const base of await listBases(place, system)) all.push({ ...base, system })
  if (all.length === 0) throw new Error(`${place.title} 里没有连续归档的底本，请核对 WAL_ARCHIVE、BACKUP_DIR 等设置。`)
  all.sort((one, other) => (one.note.at < other.note.at ? -1 : 1))
  const base = to ? all.findLast(({ note }) => new Date(note.at) <= to) : all.at(-1)
  if (!base) throw new Error(`归档最早只能恢复到 ${all[0]!.note.at}，没有改动任何数据。`)
  return base
}

/** Brings an empty data directory to what the site was at that moment, or to the last that was archived. */
export async function recoverTo(config: Config, to: Date | undefined, say: Say, files: NamedFiles): Promise<Recovered> {
  const begun = Date.now()
  const pg = join(config.dataDir, 'pg')
  const place = await walPlaceOf(config)
  if (!place || config.databaseUrl)
    throw new Error(
      '没有设置连续归档：请像原来的服务器那样设置 WAL_ARCHIVE 与 BACKUP_DIR（或 BACKUP_S3_…），不设 DATABASE_URL。',
    )
  if (existsSync(pg)) throw new Error(`${pg} 里已有数据库：请恢复到空的数据目录。没有改动任何数据。`)
  const base = await findBase(place, to)
  const finish = await begin(config, place, base)
  say(`正在取回底本 ${base.name}……`)
  try {
    await unpack(config, place, base)
    await rename(`${pg}.recovering`, pg)
  } catch (error) {
    await rm(`${pg}.recovering`, { recursive: true, force: true })
    throw error
  }
  const keptTo = to?.toISOString().replace('T', ' ').replace('Z', '+00')
  await appendFile(join(pg, 'postgresql.auto.conf'), recoverySettings(config, base.system, keptTo))
  await writeFile(join(pg, 'recovery.signal'), '')
  say('正在重做此后的改动……')
  const { connection, stop } = await startWithRetries(config, say)
  const pool = new Pool({ ...connection, max: 1 })
  // PostgreSQL is stopped below, perhaps before the connection has ended: no reason for a restore that is done to fail.
  pool.on('error', () => {})
  const client = await pool.connect()
  client.on('error', () => {})
  try {
    const at = await awaitPromotion(client)
    await forgetRecovery(pg, client)
    const counted = await fetchFiles(config, { place, base, files: files(client), say })
    await finish()
    return { base: base.name, at, ...counted, seconds: (Date.now() - begun) / 1000 }
  } finally {
    client.release(true)
    await pool.end()
    await stop()
  }
}

export type NamedFiles = (client: PoolClient) => AsyncIterable<{ key: string }>

/** The place is read before anything is made: a key that does not open it changes nothing. */
async function begin(config: Config, place: Place, base: Base) {
  const opened = await openSealed(place, `${base.name}.tar.zst.enc`, await keysOf(config))
  for await (const _ of opened) break
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  return beginRestoring(config.dataDir, `${place.title}/${base.name}`)
}

async function unpack(config: Config, place: Place, base: Base): Promise<void> {
  const root = join(config.dataDir, 'pg.recovering')
  await rm(root, { recursive: true, force: true })
  const source = await openSealed(place, `${base.name}.tar.zst.enc`, await keysOf(config))
  const tar = extract()
  source.on('error', error => tar.destroy(error))
  source.pipe(tar as unknown as NodeJS.WritableStream)
  await mkdir(root, { mode: 0o700 })
  for await (const entry of tar) {
    const { name, type } = entry.header
    if (name === 'secret.key') {
      const key = (await text(entry as unknown as AsyncIterable<Buffer>)).trim()
      if (!config.secretKey) await adoptKey(config.dataDir, key)
      continue
    }
    const path = name.replace(/^pg\//, '')
    if (path.split('/').includes('..') || path.startsWith('/')) throw damaged(`其中有不该有的 ${name}`)
    if (type === 'directory') {
      await mkdir(join(root, path), { recursive: true, mode: 0o700 })
      entry.resume()
    } else {
      await mkdir(dirname(join(root, path)), { recursive: true, mode: 0o700 })
      await pipeline(entry as unknown as AsyncIterable<Buffer>, createWriteStream(join(root, path), { mode: 0o600 }))
    }
  }
}

/**
 * Starts PostgreSQL and keeps waiting: it answers only after redoing the changes that the base needs, which may take
 * longer than a usual start.
 */
async function startWithRetries(config: Config, say: Say): Promise<Embedded> {
  for (let tries = 0; ; tries++) {
    try {
      return await startPostgres({ dataDir: config.dataDir, say })
    } catch (error) {
      if (tries >= 60 || !/60 秒内没有/.test((error as Error).message)) throw error
      say('仍在重做改动……')
    }
  }
}

/** Waits until recovery has ended. Returns the time of the last change. */
async function awaitPromotion(client: ClientBase): Promise<Date> {
  for (;;) {
    const { rows } = await client.query(
      'select pg_is_in_recovery() as recovering, pg_last_xact_replay_timestamp() as at',
    )
    if (!rows[0].recovering) return rows[0].at ?? new Date()
    await wait(200)
  }
}

/** A later start is not to look for that moment again. */
async function forgetRecovery(pg: string, client: ClientBase): Promise<void> {
  for (const name of ['restore_command', 'recovery_target_time', 'recovery_target_timeline', 'recovery_target_action'])
    await client.query(`alter system reset ${name}`)
  await client.query('checkpoint')
  await rm(join(pg, 'recovery.signal'), { force: true })
}

type Fetching = { place: Place; base: Base; files: AsyncIterable<{ key: string }>; say: Say }

async function fetchFiles(config: Config, { place, base, files, say }: Fetching) {
  // Files in a bucket of their own were not lost with the data directory.
  if (config.s3) return { files: 0, missing: 0 }
  const store = await openStore(config)
  const keys = await keysOf(config)
  let [count, missing] = [0, 0]
  say('正在取回附件……')
  for await (const { key } of files) {
    const isThere = await withTempDir(config.dataDir, async scratch => {
      const path = join(scratch, 'bytes')
      const source = await openSealed(place, fileName(base.system, key), keys).catch(() => undefined)
      if (!source) return false
      await pipeline(source, createWriteStream(path, { mode: 0o600 }))
      await store.take(key, path)
      return true
    })
    if (isThere) count += 1
    else missing += 1
  }
  return { files: count, missing }
}
