import type { Dirent } from 'node:fs'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client, type PoolConfig } from 'pg'
import { pack as packTar } from 'tar-stream'
import { z } from 'zod'
import { nameAt } from '../../archive/folder.ts'
import { existingKey } from '../../encryption/encryption.ts'
import type { Config } from '../../process/config.ts'
import { holdsSiteKey, kindOf, lockOf } from '../lock.ts'
import { type Place, walPlaceOf } from '../place.ts'
import { gapNotePath } from './archiveGap.ts'
import { basesOf, systemOf } from './names.ts'
import { putSealed } from './sealing.ts'

type Tar = ReturnType<typeof packTar>
type Say = (words: string) => unknown

export const baseShape = z.object({
  /** Time at which the base was complete; any later moment can be recovered. */
  at: z.iso.datetime(),
  /** The first segment of the log that it needs. */
  from: z.string(),
  seal: z.string(),
  postgres: z.string(),
  /** Files that rows named when it was made. */
  files: z.array(z.string()),
})
export type Base = z.output<typeof baseShape>

/** Files not copied: PostgreSQL recreates them, or they are the log, which is archived separately. */
const EMPTY = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//
const LEFT_OUT = /(^|\/)(postmaster\.(pid|opts)|recovery\.signal|standby\.signal|pgsql_tmp[^/]*|pg_internal\.init.*)$/
const CONTROL = 'global/pg_control'

/** Copies the data folder of the running PostgreSQL to the archive. What is torn in the copy, the log mends. */
export async function makeBase(
  config: Config,
  connection: PoolConfig,
  files: AsyncIterable<{ key: string }>,
  say: Say,
) {
  const place = (await walPlaceOf(config))!
  const pg = join(config.dataDir, 'pg')
  const system = await systemOf(pg)
  const lock = await lockOf(config)
  const key = holdsSiteKey(lock) ? await existingKey(config) : undefined
  const client = new Client({ ...connection, statement_timeout: 0, application_name: `hangxie base ${process.pid}` })
  client.on('error', () => {})
  await client.connect()
  try {
    const begun = await client.query(
      `select pg_walfile_name(pg_backup_start('hangxie', fast => true)) as from, now() as at, version() as postgres`,
    )
    const { from, at, postgres } = begun.rows[0]
    const name = `${basesOf(system)}${nameAt(at, false).replace('.tar', '')}`
    say('正在复制数据库的底本')
    await mkdir(config.backup.folder, { recursive: true, mode: 0o700 })
    const tar = packTar()
    const filling = fill(tar, pg, key, async () => {
      const { rows } = await client.query(`select labelfile as label, now() as at from pg_backup_stop(true)`)
      return rows[0]
    }).catch(error => {
      tar.destroy(error)
      throw error
    })
    const draft = join(config.backup.folder, `hangxie-base.${process.pid}.part`)
    const putting = putSealed(place, `${name}.tar.zst.enc`, { source: tar as unknown as Readable, lock, draft })
    const [filled, put] = await Promise.allSettled([filling, putting])
    if (put.status === 'rejected') throw put.reason
    if (filled.status === 'rejected') throw filled.reason
    const keys = []
    for await (const { key } of files) keys.push(key)
    const note: Base = { at: filled.value.toISOString(), from, seal: kindOf(lock), postgres, files: keys }
    await place.putBytes(`${name}.json`, Buffer.from(JSON.stringify(note)))
    await rm(gapNotePath(config.dataDir), { force: true })
    return { name, note, bytes: (await place.list(`${name}.tar`))[0]?.bytes ?? 0 }
  } finally {
    await client.end()
  }
}

async function fill(tar: Tar, pg: string, key: string | undefined, stop: () => Promise<{ label: string; at: Date }>) {
  for (const { path, isFolder } of await entriesIn(pg)) {
    if (isFolder) tar.entry({ name: `pg/${path}`, type: 'directory', mode: 0o700 })
    else if (path !== CONTROL) await addFile(tar, pg, path)
  }
  // Copies pg_control last, as pg_basebackup does: it says where recovery may end.
  await addFile(tar, pg, CONTROL)
  if (key) tar.entry({ name: 'secret.key', mode: 0o600 }, `${key}\n`)
  const { label, at } = await stop()
  tar.entry({ name: 'pg/backup_label', mode: 0o600 }, label)
  tar.finalize()
  return at
}

async function entriesIn(pg: string) {
  const all: Dirent[] = await readdir(pg, { recursive: true, withFileTypes: true })
  return all
    .map(entry => ({ path: join(entry.parentPath, entry.name).slice(pg.length + 1), isFolder: entry.isDirectory() }))
    .filter(
      ({ path, isFolder }) => !LEFT_OUT.test(path) && (isFolder ? !/^pg_replslot\//.test(path) : !EMPTY.test(path)),
    )
    .sort((one, other) => (one.path < other.path ? -1 : 1))
}

/**
 * Adds a file with the length it had at stat, padded with zeros if it shrinks meanwhile. A file that is gone is left
 * out.
 */
async function addFile(tar: Tar, pg: string, path: string): Promise<void> {
  const about = await stat(join(pg, path)).catch(() => undefined)
  if (!about) return
  const { size } = about
  if (size === 0) return void tar.entry({ name: `pg/${path}`, mode: 0o600 }, '')
  const bytes = async function* () {
    let sent = 0
    const source = createReadStream(join(pg, path), { end: size - 1, highWaterMark: 1 << 18 })
    for await (const chunk of source) {
      sent += chunk.length
      yield chunk
    }
    if (sent < size) yield Buffer.alloc(size - sent)
  }
  const entry = tar.entry({ name: `pg/${path}`, size, mode: 0o600 })
  await pipeline(Readable.from(bytes()), entry as unknown as NodeJS.WritableStream)
}

/** Oldest first; one without a note was not finished. */
export async function listBases(place: Place, system: string): Promise<{ name: string; bytes: number; note: Base }[]> {
  const all = await place.list(basesOf(system))
  const found = []
  for (const { name } of all) {
    if (!name.endsWith('.json')) continue
    const body = name.slice(0, -'.json'.length)
    const archive = all.find(one => one.name === `${body}.tar.zst.enc`)
    if (!archive) continue
    const text = Buffer.concat(await Array.fromAsync(await place.open(name))).toString()
    found.push({ name: body, bytes: archive.bytes, note: baseShape.parse(JSON.parse(text)) })
  }
  return found
}
