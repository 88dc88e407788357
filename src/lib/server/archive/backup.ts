import { Readable } from 'node:stream'
import { existingKey, markOf } from '../encryption/encryption.ts'
import { buildName } from '../process/buildIdentity.ts'
import type { Config } from '../process/config.ts'
import type { Store } from '../storage/store.ts'
import { copyToFile, readSequences, type Snapshot } from './dump.ts'
import { FORMAT_VERSION, filePart, KEY_PART, type Manifest, tablePart } from './manifest.ts'
import type { Seal } from './seals.ts'
import { type Writer, writeArchive } from './writing.ts'

type File = { key: string; size: number; sha256: string | null }
type BackupSources = {
  /** Files referenced by the database at the moment of the snapshot. */
  files: AsyncIterable<File>
  /** Returns those keys that the database no longer references. */
  unnamed: (keys: string[]) => Promise<Set<string>>
  store: Pick<Store, 'open'>
  config: Pick<Config, 'secretKey' | 'dataDir'>
  seal: Seal | undefined
  signal?: AbortSignal
  withKey: boolean
  say: (line: string) => void
}

/** Writes all of the association to one file: its rows at one moment, and the files that they name. */
export function makeBackup(path: string, snapshot: Snapshot, made: BackupSources): Promise<Manifest> {
  const { client, at, migrations } = snapshot
  return writeArchive(path, { ...made, at }, async writer => {
    const tables: Manifest['tables'] = []
    for (const [index, table] of snapshot.tables.entries()) {
      if (index % 20 === 0) made.say(`正在备份数据表 ${index + 1} / ${snapshot.tables.length}`)
      const { rows, error } = await writer.add(tablePart(table.name), copyToFile(client, table))
      if (error) throw error
      tables.push({ ...table, rows })
    }
    const sequences = await readSequences(client)
    const faults = await addFiles(writer, made)
    const key = await existingKey(made.config)
    if (key && made.withKey) await writer.add(KEY_PART, Readable.from([Buffer.from(`${key}\n`)]))
    return {
      format: FORMAT_VERSION,
      version: buildName,
      ...(snapshot.database && { database: snapshot.database }),
      at: at.toISOString(),
      migrations,
      tables,
      sequences,
      keyMark: key ? markOf(key) : null,
      parts: writer.parts,
      faults,
    }
  })
}

async function addFiles(writer: Writer, { files, unnamed, store, say }: BackupSources): Promise<Manifest['faults']> {
  const faults: Manifest['faults'] = []
  let count = 0
  for await (const { key, size, sha256 } of files) {
    const source = await store.open(key).catch(() => undefined)
    if (!source) faults.push({ key, why: 'missing' })
    else {
      const got = await writer.add(filePart(key), source)
      const isWhole = !got.error && got.bytes === size && (sha256 === null || got.sha256 === sha256)
      if (!isWhole) faults.push({ key, why: 'damaged' })
    }
    if (++count % 1000 === 0) say(`已备份 ${count} 个附件`)
  }
  const gone = await unnamed(faults.map(({ key }) => key))
  return faults.map(fault => (gone.has(fault.key) ? { ...fault, why: 'removed' as const } : fault))
}
