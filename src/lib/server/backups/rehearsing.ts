import { Client, type PoolConfig } from 'pg'
import { damaged } from '../archive/damage.ts'
import { copyFromFile, loadDatabase } from '../archive/load.ts'
import { type Manifest, tablePart } from '../archive/manifest.ts'
import { type Archive, readParts } from '../archive/reading.ts'

/**
 * Restores the rows of an archive into a database made for that, as a restore would: its schema, every row, every
 * index and reference; counts them, and throws the database away. False where the role may not make databases.
 */
export async function rehearse(
  connection: PoolConfig,
  archive: Archive,
  manifest: Manifest,
  signal?: AbortSignal,
): Promise<boolean> {
  const own = await connect(connection)
  try {
    const { rows } = await own.query(
      `select current_database() as name, rolcreatedb or rolsuper as may from pg_roles where rolname = current_user`,
    )
    if (!rows[0]?.may) return false
    const scratch = `${rows[0].name}_rehearsal`
    // What a rehearsal that was killed has left.
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

type Rehearsed = { archive: Archive; manifest: Manifest; signal?: AbortSignal | undefined }

async function restoreInto(connection: PoolConfig, { archive, manifest, signal }: Rehearsed) {
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
