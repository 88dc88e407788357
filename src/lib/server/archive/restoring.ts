import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Client, type ClientBase } from 'pg'
import { openForServer } from '../database/database.ts'
import { adoptKey, existingKey, markOf } from '../encryption/encryption.ts'
import type { Config } from '../process/config.ts'
import { withTempDir } from '../process/tempDir.ts'
import { openStore, type Store } from '../storage/store.ts'
import { isUserMessage } from './damage.ts'
import { copyFromFile, countOtherConnections, isEmpty, loadDatabase } from './load.ts'
import { bytesOf, inMB, KEY_PART, type Manifest, tablePart } from './manifest.ts'
import { type Archive, type PartRead, readParts } from './reading.ts'
import { beginRestoring } from './unfinished.ts'
import { holdsKey, makeCounter } from './verifying.ts'

type Say = (line: string) => void
type Restoring = { config: Config; replace: boolean; say: Say }

/** Tables grow by their indexes, and the log that PostgreSQL keeps of all that is written. */
const GROWTH = 3

export const isInitialised = ({ databaseUrl, dataDir }: Config) =>
  databaseUrl !== undefined || existsSync(join(dataDir, 'pg/PG_VERSION'))

/** Checks the target without touching anything; throws where it cannot take the archive. */
export async function checkTarget(config: Config, manifest: Manifest): Promise<void> {
  const key = await existingKey(config)
  if (key && manifest.keyMark && markOf(key) !== manifest.keyMark)
    throw new Error(
      config.secretKey
        ? 'SECRET_KEY 不是制作备份时的密钥，恢复后加密的内容无法读取：请改为当时的密钥。没有改动任何数据。'
        : `${join(config.dataDir, 'secret.key')} 不是制作备份时的密钥：请换成当时的密钥文件，或将它移到别处保存后再试。没有改动任何数据。`,
    )
  if (!key && manifest.keyMark && !holdsKey(manifest))
    throw new Error(
      `这个备份不含密钥：请先把另行保管的 secret.key 放到 ${config.dataDir}（或设置 SECRET_KEY），再恢复。没有改动任何数据。`,
    )
  const free = await freeSpace(config.dataDir)
  const needed = config.s3 && config.databaseUrl ? 0 : bytesOf(manifest) * (config.databaseUrl ? 1 : GROWTH)
  if (free < needed)
    throw new Error(`磁盘剩余空间 ${inMB(free)}，恢复约需 ${inMB(needed)}，请先腾出空间。没有改动任何数据。`)
}

async function freeSpace(path: string): Promise<number> {
  for (let folder = path; ; folder = dirname(folder)) {
    const about = await statfs(folder).catch(() => undefined)
    if (about) return about.bavail * about.bsize
    if (folder === dirname(folder)) return Number.POSITIVE_INFINITY
  }
}

/** Restores an archive that was verified. Whatever happens on the way, the target has all of it or what it had before. */
export async function restoreArchive(archive: Archive, manifest: Manifest, { config, replace, say }: Restoring) {
  const begin = async () => {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
    return beginRestoring(config.dataDir, archive.path)
  }
  // Marks the restore before the database exists: if it is interrupted, the empty database must not be taken for a new
  // site.
  if (!isInitialised(config)) await begin()
  const database = await openForServer(config, say)
  const own = `hangxie ${process.pid}`
  const client = new Client({ ...database.connection, application_name: own })
  client.on('error', () => {})
  try {
    await client.connect()
    await refuseOccupied(client, own, replace)
    const finish = await begin()
    await client.query('begin')
    await fill(client, archive, manifest, config)
      .then(() => client.query('commit'))
      .catch(error => {
        throw isUserMessage(error)
          ? error
          : new Error(`恢复没有成功，数据库没有改动（${error.message}）。`, { cause: error })
      })
    await finish()
    // Gives the planner statistics; a failure here does not undo the restore.
    await client.query('vacuum (analyze)').catch(() => {})
  } finally {
    await client.end()
    await database.close()
  }
}

/** Throws where something would be lost, or somebody disturbed. */
export async function refuseOccupied(client: ClientBase, own: string, replace: boolean): Promise<void> {
  const others = await countOtherConnections(client, own)
  if (others > 0)
    throw new Error(
      `数据库正在使用（另有 ${others} 个连接）：请先停止所有行协进程和其他程序，再恢复。没有改动任何数据。`,
    )
  if (!replace && !(await isEmpty(client)))
    throw new Error(
      '数据库里已有数据：请恢复到空的数据目录或数据库；确要替换现有数据时加 --replace。没有改动任何数据。',
    )
}

async function fill(client: ClientBase, archive: Archive, manifest: Manifest, config: Config): Promise<void> {
  const store = await openStore(config)
  const tables = new Map(manifest.tables.map(table => [tablePart(table.name), table]))
  const tally = makeCounter()
  let key: string | undefined
  await loadDatabase(client, manifest, async () => {
    for await (const part of readParts(archive, tally.note)) {
      const table = tables.get(part.name)
      if (table) await copyFromFile(client, table, part.bytes)
      else if (part.name.startsWith('files/')) await keepFile(store, config, part)
      else if (part.name === KEY_PART) key = (await text(part.bytes)).trim()
    }
    // The file may be another than the one that was verified a moment ago.
    tally.compare(manifest)
  })
  if (key && !config.secretKey) await adoptKey(config.dataDir, key)
}

const keepFile = (store: Store, { dataDir }: Config, { name, bytes }: PartRead) =>
  withTempDir(dataDir, async scratch => {
    const path = join(scratch, 'bytes')
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
    await store.take(name.slice('files/'.length), path)
  })
