import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type PoolConfig } from 'pg'
import { loadDemo } from '../src/demo.ts'
import { openServices } from '../src/lib/server/api/services.ts'
import { openPool } from '../src/lib/server/database/db.ts'
import { migrate } from '../src/lib/server/database/migrations.ts'
import { startPostgres } from '../src/lib/server/database/postgres.ts'
import { readConfig } from '../src/lib/server/process/config.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    connection: PoolConfig
    dataDir: string
  }
}

type Project = { provide: (key: 'connection' | 'dataDir', value: never) => void }

/** One PostgreSQL for the run, with two databases to copy from: `empty_template`, and `demo_template` with the demo association. */
export default async function setup({ provide }: Project) {
  const dataDir = await mkdtemp(join(tmpdir(), 'hangxie-test-'))
  const given = process.env.DATABASE_URL
  // A test's database is thrown away: it need not survive a power cut.
  const cluster = given
    ? undefined
    : await startPostgres({ dataDir, settings: { fsync: 'off', full_page_writes: 'off' } })
  const connection: PoolConfig = cluster?.connection ?? { connectionString: given! }
  const tearDown = async () => {
    await cluster?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  await makeTemplates(connection, dataDir).catch(async error => {
    await tearDown()
    throw error
  })
  provide('connection', connection as never)
  provide('dataDir', dataDir as never)
  return tearDown
}

async function makeTemplates(connection: PoolConfig, dataDir: string) {
  const admin = new Client(connection)
  await admin.connect()
  for (const name of ['demo_template', 'empty_template'])
    await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query('create database empty_template')
  await migrate(on(connection, 'empty_template'))
  await admin.query('create database demo_template template empty_template')
  await admin.end()
  const pool = openPool(on(connection, 'demo_template'))
  const config = readConfig({ DATA_DIR: dataDir })
  await loadDemo(await openServices(config, pool))
  await pool.end()
}

/** The same server, another database. */
export function on(connection: PoolConfig, database: string): PoolConfig {
  if (!connection.connectionString) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}
