import { rm } from 'node:fs/promises'
import { Client, type PoolConfig } from 'pg'
import { migrate } from '../../src/lib/server/database/migrations.ts'
import { startPostgres } from '../../src/lib/server/database/postgres.ts'
import { copyDemoTemplate, FOR_TESTS, loadDemoInto } from './demoTemplate.ts'
import { makeScratch } from './tempDir.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    connection: PoolConfig
    dataDir: string
  }
}

type Project = { provide: (key: 'connection' | 'dataDir', value: never) => void }

/**
 * Starts one PostgreSQL for the run with two template databases: `empty_template`, and `demo_template` with the demo
 * association.
 */
export default async function setup({ provide }: Project) {
  const dataDir = await makeScratch('test')
  const given = process.env.DATABASE_URL
  if (!given) await copyDemoTemplate(dataDir)
  const cluster = given ? undefined : await startPostgres({ dataDir, ...FOR_TESTS })
  const connection: PoolConfig = cluster?.connection ?? { connectionString: given! }
  const tearDown = async () => {
    await cluster?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  await (cluster ? copyDemo(connection) : makeDemo(connection, dataDir)).catch(async error => {
    await tearDown()
    throw error
  })
  provide('connection', connection as never)
  provide('dataDir', dataDir as never)
  return tearDown
}

/** Copies the main database of the copied data directory, which contains the demo association. */
async function copyDemo(connection: PoolConfig) {
  await makeEmpty(connection)
  await withAdmin(on(connection, 'template1'), admin =>
    admin.query('create database demo_template template postgres strategy file_copy'),
  )
}

/** Loads the demo association into an external PostgreSQL. */
async function makeDemo(connection: PoolConfig, dataDir: string) {
  await makeEmpty(connection)
  await withAdmin(connection, async admin => {
    await admin.query('drop database if exists demo_template with (force)')
    await admin.query('create database demo_template')
  })
  await loadDemoInto(on(connection, 'demo_template'), dataDir)
}

async function makeEmpty(connection: PoolConfig) {
  await withAdmin(connection, async admin => {
    await admin.query('drop database if exists empty_template with (force)')
    await admin.query('create database empty_template')
  })
  await migrate(on(connection, 'empty_template'))
}

async function withAdmin(connection: PoolConfig, work: (admin: Client) => Promise<unknown>) {
  const admin = new Client(connection)
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

/** The same server, another database. */
export function on(connection: PoolConfig, database: string): PoolConfig {
  if (!connection.connectionString) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}
