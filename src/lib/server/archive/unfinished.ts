import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { withClient } from '../database/client.ts'
import { readJournal } from '../database/migrations.ts'

const markIn = (dataDir: string) => join(dataDir, 'restoring')

/** Says on the disk that a directory is being filled from an archive, until `finish`. */
export async function beginRestoring(dataDir: string, archive: string): Promise<() => Promise<void>> {
  await writeFile(markIn(dataDir), `${archive}\n`, { mode: 0o600, flush: true })
  return () => rm(markIn(dataDir), { force: true })
}

/**
 * Refuses to start after a restore that was killed and left an empty database: serving it, or filling it with the demo
 * association, would hide that data are missing. A database that existed before is unchanged and goes on.
 */
export async function refuseUnfinished(dataDir: string, connection: PoolConfig): Promise<void> {
  const unfinished = await unfinishedRestore(dataDir, connection)
  if (unfinished) throw new Error(unfinished)
  await rm(markIn(dataDir), { force: true })
}

/** Says that a restore was killed and has left an empty database. */
export async function unfinishedRestore(dataDir: string, connection: PoolConfig): Promise<string | undefined> {
  const archive = await readFile(markIn(dataDir), 'utf8').catch(() => undefined)
  if (archive === undefined || (await withClient(connection, readJournal)).length > 0) return
  return `上次从 ${archive.trim()} 恢复没有完成，数据库还是空的：请重新运行 hangxie restore，或删除 ${markIn(dataDir)} 放弃恢复。`
}
