import { createReadStream } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Client, type PoolConfig } from 'pg'
import { makeBackup } from '../archive/backup.ts'
import { damaged } from '../archive/damage.ts'
import { withSnapshot } from '../archive/dump.ts'
import { nameAt, sweepDrafts, targetOf, writeAtomically } from '../archive/folder.ts'
import { copyFromFile, loadDatabase } from '../archive/load.ts'
import { bytesOf, filesOf, inMB, type Manifest, rowsOf, tablePart } from '../archive/manifest.ts'
import { type Archive, readParts } from '../archive/reading.ts'
import { makeSeal } from '../archive/seals.ts'
import { verifyArchive } from '../archive/verifying.ts'
import type { Config } from '../process/config.ts'
import { sha256Of } from './hashing.ts'
import { holdsSiteKey, kindOf, lockOf } from './lock.ts'
import { datedOf, isOurs, listBackups, type Note, putNote, removeBackup } from './notes.ts'
import { bucketOf, folderOf, type Place } from './place.ts'
import { backupsToKeep } from './retention.ts'

type Source = Omit<Parameters<typeof makeBackup>[2], 'config' | 'seal' | 'withKey' | 'say' | 'signal'>
/** Input of a run; `sources`: files referenced by the database at the moment of the snapshot. */
export type BackupRun = {
  config: Config
  connection: PoolConfig
  sources: (client: Parameters<Parameters<typeof withSnapshot>[1]>[0]['client']) => Source
  say: (words: string) => unknown
  signal?: AbortSignal
  /** Somebody wants this one, and says why: it stays longer. */
  isManual?: boolean
  words?: string
}
export type BackupResult = { name: string; note: Note; places: string[]; removed: string[] }

/**
 * Makes a backup as the settings say: sealed, verified by restoring it before it has its name, copied to the bucket and
 * read back from there; then what the rule no longer keeps goes. Until the note stands beside it, it is nobody's.
 */
export async function runBackup(making: BackupRun): Promise<BackupResult> {
  const { config, say, signal } = making
  const folder = folderOf(config)
  const bucket = await bucketOf(config)
  await sweepDrafts(config.backup.folder)
  const { path, note } = await makeVerified(making)
  const name = basename(path)
  if (bucket) {
    say(`正在复制到 ${bucket.title}`)
    await bucket.put(name, path, signal)
    say(`正在核对 ${bucket.title} 里的副本`)
    if ((await sha256Of(await bucket.open(name), signal)) !== note.sha256) {
      await bucket.remove(name)
      throw new Error(`${bucket.title} 里的副本与备份不同，已删除副本，请检查对象存储。`)
    }
    await putNote(bucket, name, note)
  }
  const places = bucket ? [folder, bucket] : [folder]
  const removed = new Set<string>()
  for (const place of places) for (const gone of await prune(place, config, note.database)) removed.add(gone)
  return { name, note, places: places.map(({ title }) => title), removed: [...removed] }
}

async function makeVerified({
  config,
  connection,
  sources,
  say,
  signal,
  isManual = false,
  words = '',
}: BackupRun): Promise<{ path: string; note: Note }> {
  const begun = Date.now()
  const lock = await lockOf(config)
  const seal = await makeSeal(lock)
  return withSnapshot(connection, async snapshot => {
    if (snapshot.migrations.length === 0) throw new Error('数据库还是空的，没有可以备份的内容。')
    // One at a time: two would restore into the same temporary database. The lock ends with the connection.
    const { rows } = await snapshot.client.query(`select pg_try_advisory_lock(hashtext('hangxie backup')) as free`)
    if (!rows[0].free) throw new Error('另一个备份正在进行，请等它完成。')
    const path = await targetOf(join(config.backup.folder, nameAt(snapshot.at, true)), '')
    const withKey = holdsSiteKey(lock)
    const made = { ...sources(snapshot.client), config, seal, withKey, say, ...(signal && { signal }) }
    return writeAtomically(path, async draft => {
      await makeBackup(draft, snapshot, made)
      // Let go: the rest takes as long, and dead rows are kept for who still reads.
      await snapshot.client.query('rollback')
      say('正在逐项校验')
      const archive = { path: draft, contentKey: seal.key }
      const manifest = await verifyArchive(archive, signal)
      await refuseNoRoom(config, manifest)
      say('正在试恢复到临时数据库')
      const isRestored = await testRestore(connection, archive, manifest, signal)
      const sha256 = await sha256Of(createReadStream(draft), signal)
      const { size } = await stat(draft)
      const note: Note = {
        at: manifest.at,
        bytes: size,
        sha256,
        version: manifest.version,
        rows: rowsOf(manifest),
        files: filesOf(manifest).length,
        missing: manifest.faults.filter(({ why }) => why !== 'removed').length,
        seal: kindOf(lock),
        seconds: (Date.now() - begun) / 1000,
        verified: isRestored ? 'restored' : 'read',
        verifiedAt: new Date().toISOString(),
        database: manifest.database,
        isManual,
        words,
      }
      // Written before the backup gets its name: a backup without a note counts as made by hand and is never deleted.
      await putNote(folderOf(config), basename(path), note)
      return { path, note }
    })
  })
}

/** Refuses if the data disk has too little room for a test restore, where the database is our own. */
async function refuseNoRoom({ dataDir, databaseUrl }: Config, manifest: Manifest): Promise<void> {
  const needed = 3 * (bytesOf(manifest) - filesOf(manifest).reduce((sum, { bytes }) => sum + bytes, 0))
  const { bavail, bsize } = await statfs(dataDir)
  if (!databaseUrl && bavail * bsize < needed)
    throw new Error(`数据磁盘剩余 ${inMB(bavail * bsize)}，试恢复约需 ${inMB(needed)}，请先腾出空间。`)
}

/**
 * Removes what the rule no longer keeps, and returns the names. Backups without a note are their makers' business, those of
 * another database its own.
 */
export async function prune(
  place: Place,
  { backup }: Pick<Config, 'backup'>,
  database: string | undefined,
): Promise<string[]> {
  const found = await listBackups(place)
  const ours = found.filter(({ note }) => isOurs(note, database)).map(one => ({ name: one.name, ...datedOf(one) }))
  const stay = backupsToKeep(ours, backup.keep, new Date())
  const gone = ours.filter(backup => !stay.has(backup)).map(({ name }) => name)
  for (const name of gone) await removeBackup(place, name)
  return gone
}

/** Tells who restores backups on trial, and whether that role may make the database for it. */
export async function readTestRestorer(client: Pick<Client, 'query'>) {
  const { rows } = await client.query<{ role: string; database: string; mayCreate: boolean }>(
    `select current_user as role, current_database() as database, rolcreatedb or rolsuper as "mayCreate"
     from pg_roles where rolname = current_user`,
  )
  return rows[0]!
}

/**
 * Restores the rows of an archive into a database made for that, as a restore would: its schema, every row, every
 * index and reference; counts them, and throws the database away. False where the role may not make databases.
 */
async function testRestore(
  connection: PoolConfig,
  archive: Archive,
  manifest: Manifest,
  signal?: AbortSignal,
): Promise<boolean> {
  const own = await connect(connection)
  try {
    const { database, mayCreate } = await readTestRestorer(own)
    if (!mayCreate) return false
    const scratch = `${database}_rehearsal`
    // Removes what a test restore that was killed has left.
    await own.query(`drop database if exists "${scratch}" with (force)`)
    await own.query(`create database "${scratch}" template template0`)
    try {
      await restoreInto(at(connection, scratch), { archive, manifest, signal })
    } finally {
      await own.query(`drop database if exists "${scratch}" with (force)`)
    }
    return true
  } finally {
    await own.end()
  }
}

type TestRestore = { archive: Archive; manifest: Manifest; signal?: AbortSignal | undefined }

async function restoreInto(connection: PoolConfig, { archive, manifest, signal }: TestRestore) {
  const client = await connect(connection)
  const tables = new Map(manifest.tables.map(table => [tablePart(table.name), table]))
  try {
    await client.query('begin')
    await loadDatabase(client, manifest, async () => {
      for await (const { name, bytes } of readParts(archive, () => signal?.throwIfAborted())) {
        const table = tables.get(name)
        if (!table) break
        await copyFromFile(client, table, bytes)
        tables.delete(name)
      }
    })
    if (tables.size > 0) throw damaged(`缺少 ${[...tables.keys()][0]}`)
    for (const { name, rows } of manifest.tables) {
      const counted = await client.query(`select count(*)::int8 as n from public."${name}"`)
      if (Number(counted.rows[0].n) !== rows) throw damaged(`试恢复后表 ${name} 的行数不符`)
    }
    await client.query('rollback')
  } finally {
    await client.end()
  }
}

async function connect(connection: PoolConfig): Promise<Client> {
  const client = new Client({ ...connection, statement_timeout: 0, application_name: `hangxie backup ${process.pid}` })
  client.on('error', () => {})
  await client.connect()
  return client
}

function at(connection: PoolConfig, database: string): PoolConfig {
  if (!connection.connectionString) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { ...connection, connectionString: url.toString() }
}
