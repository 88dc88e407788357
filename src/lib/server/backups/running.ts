import { createReadStream } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { PoolConfig } from 'pg'
import { withSnapshot } from '../archive/dump.ts'
import { appearing, nameAt, sweepDrafts, targetOf } from '../archive/folder.ts'
import { makeBackup } from '../archive/making.ts'
import { bytesOf, filesOf, inMB, type Manifest, rowsOf } from '../archive/manifest.ts'
import { makeSeal } from '../archive/seals.ts'
import { verifyArchive } from '../archive/verifying.ts'
import type { Config } from '../process/config.ts'
import { sha256Of } from './hashing.ts'
import { holdsSiteKey, kindOf, lockOf } from './lock.ts'
import { listBackups, type Note, putNote, removeBackup } from './notes.ts'
import { bucketOf, folderOf, type Place } from './place.ts'
import { rehearse } from './rehearsing.ts'
import { kept } from './retention.ts'

type Source = Omit<Parameters<typeof makeBackup>[2], 'config' | 'seal' | 'withKey' | 'say' | 'signal'>
/** What a run is made with; `sources`: the files of the database as it is at the moment of the snapshot. */
export type Making = {
  config: Config
  connection: PoolConfig
  sources: (client: Parameters<Parameters<typeof withSnapshot>[1]>[0]['client']) => Source
  say: (words: string) => unknown
  signal?: AbortSignal
}
export type Made = { name: string; note: Note; places: string[]; removed: string[] }

/**
 * Makes a backup as the settings say: sealed, verified by restoring it before it has its name, copied to the bucket and
 * read back from there; then what the rule no longer keeps goes. Until the note stands beside it, it is nobody's.
 */
export async function runBackup(making: Making): Promise<Made> {
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
  for (const place of places) for (const gone of await prune(place, config)) removed.add(gone)
  return { name, note, places: places.map(({ title }) => title), removed: [...removed] }
}

async function makeVerified({
  config,
  connection,
  sources,
  say,
  signal,
}: Making): Promise<{ path: string; note: Note }> {
  const begun = Date.now()
  const lock = await lockOf(config)
  const seal = await makeSeal(lock)
  return withSnapshot(connection, async snapshot => {
    if (snapshot.migrations.length === 0) throw new Error('数据库还是空的，没有可以备份的内容。')
    const path = await targetOf(join(config.backup.folder, nameAt(snapshot.at, true)), '')
    const withKey = holdsSiteKey(lock)
    const made = { ...sources(snapshot.client), config, seal, withKey, say, ...(signal && { signal }) }
    return appearing(path, async draft => {
      await makeBackup(draft, snapshot, made)
      // Let go: the rest takes as long, and dead rows are kept for who still reads.
      await snapshot.client.query('rollback')
      say('正在逐项校验')
      const archive = { path: draft, contentKey: seal.key }
      const manifest = await verifyArchive(archive, signal)
      await refuseNoRoom(config, manifest)
      say('正在试恢复到临时数据库')
      const isRestored = await rehearse(connection, archive, manifest, signal)
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
      }
      // Before the backup has its name: one without a note is one made by hand, and stays for ever.
      await putNote(folderOf(config), basename(path), note)
      return { path, note }
    })
  })
}

/** What is restored for a moment takes room beside the data, where the data are ours. */
async function refuseNoRoom({ dataDir, databaseUrl }: Config, manifest: Manifest): Promise<void> {
  const needed = 3 * (bytesOf(manifest) - filesOf(manifest).reduce((sum, { bytes }) => sum + bytes, 0))
  const { bavail, bsize } = await statfs(dataDir)
  if (!databaseUrl && bavail * bsize < needed)
    throw new Error(`数据磁盘剩余 ${inMB(bavail * bsize)}，试恢复约需 ${inMB(needed)}，请先腾出空间。`)
}

/** Answers what is gone. Backups made by hand, which have no note, are their makers' business. */
export async function prune(place: Place, { backup }: Pick<Config, 'backup'>): Promise<string[]> {
  const found = await listBackups(place)
  const noted = found.flatMap(({ name, at, note }) => (note ? { name, at, isGood: note.missing === 0 } : []))
  const stay = kept(noted, backup.keep)
  const gone = noted.filter(backup => !stay.has(backup)).map(({ name }) => name)
  for (const name of gone) await removeBackup(place, name)
  return gone
}
