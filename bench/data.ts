import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { loadDemo } from '../src/demo.ts'
import type { Services } from '../src/lib/server/api/context.ts'
import { openServices } from '../src/lib/server/api/services.ts'
import { openForTool } from '../src/lib/server/database/database.ts'
import { openPool } from '../src/lib/server/database/db.ts'
import { migrate } from '../src/lib/server/database/migrations.ts'
import { readConfig } from '../src/lib/server/process/config.ts'
import { markWordsCurrent } from '../src/searchWords.ts'
import { loadVolume } from '../src/volume.ts'

/** `organisations`: among how many the certificates are spread. */
export type Size = { articles: number; certificates: number; organisations?: number }
export type Opened = { services: Services; pool: Pool; close: () => Promise<void> }

export const home = process.env.BENCH_DIR || join(tmpdir(), 'hangxie-bench')
const say = (line: string) => process.stderr.write(`${line}\n`)

/** Additional data to load; `name` is part of the cached directory's name. */
type More = { name: string; load: (services: Services) => Promise<void> }

/** A data directory with the demo association and so much more: loaded once, and anew when the schema has changed. */
export async function prepareData({ articles, certificates, organisations }: Size, more?: More): Promise<string> {
  const size = [articles, certificates, more?.name].filter(Boolean).join('-')
  const dataDir = join(home, `${size}-${schema()}`)
  const loaded = join(dataDir, 'loaded')
  if (existsSync(loaded)) return dataDir
  await mkdir(home, { recursive: true })
  for (const name of readdirSync(home))
    if (new RegExp(`^${size}-[0-9a-f]{8}$`).test(name)) await rm(join(home, name), { recursive: true })
  say(`正在载入 ${articles} 篇文章、${certificates} 张证书到 ${dataDir} ……`)
  const { services, close } = await open(dataDir)
  await loadDemo(services)
  await loadVolume(services, () => {}, { articles, certificates, organisations })
  await more?.load(services)
  // Index search words now; otherwise a million of them would be processed during the measurement.
  await markWordsCurrent({ ...services, now: new Date() })
  await close()
  await writeFile(loaded, '')
  return dataDir
}

export async function open(dataDir: string): Promise<Opened> {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const database = await openForTool(config, say)
  const pool = openPool({ ...database.connection, statement_timeout: 0 })
  const close = async () => {
    await pool.end()
    await database.close()
  }
  try {
    await migrate(database.connection)
    return { services: await openServices(config, pool), pool, close }
  } catch (error) {
    await close()
    throw error
  }
}

export function schema(): string {
  const hash = createHash('sha256')
  const folder = new URL('../drizzle/', import.meta.url)
  for (const name of readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .sort())
    hash.update(readFileSync(new URL(name, folder)))
  return hash.digest('hex').slice(0, 8)
}
