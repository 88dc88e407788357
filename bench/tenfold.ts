import { existsSync } from 'node:fs'
import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { open } from './data.ts'

const TIMES = 10

/**
 * A copy of `dataDir` with ten times its certificates and what happened to them, written by PostgreSQL itself: loading
 * them as `prepareRegisters` does would take hours. A copy differs from its original by its id, its code and one more
 * digit of its number; holders stay as many, each with ten times as many certificates. All else stays as it is.
 */
export async function tenfold(dataDir: string): Promise<string> {
  const tenfoldDir = `${dataDir}-tenfold`
  const finished = join(tenfoldDir, 'multiplied')
  if (existsSync(finished)) return tenfoldDir
  await rm(tenfoldDir, { recursive: true, force: true })
  await cp(dataDir, tenfoldDir, { recursive: true, filter: path => path !== join(dataDir, 'run') })
  const { pool, close } = await open(tenfoldDir)
  try {
    await multiply(pool)
  } finally {
    await close()
  }
  await writeFile(finished, '')
  return tenfoldDir
}

async function multiply(pool: Pool): Promise<void> {
  const client = await pool.connect()
  const run = async (text: string) => {
    const begun = performance.now()
    const { rows } = await client.query(text)
    process.stderr.write(`${Math.round((performance.now() - begun) / 1000)} 秒：${text.trim().slice(0, 100)}\n`)
    return rows
  }
  try {
    // Disables triggers and foreign keys: copies notify nobody, and the rows that they reference exist.
    await run('set session_replication_role = replica')
    await run('set synchronous_commit = off')
    await run(`set maintenance_work_mem = '1GB'`)
    const indexes = await run(`
      select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid in ('certificate'::regclass, 'certificate_event'::regclass) and not indisprimary`)
    for (const { name } of indexes) await run(`drop index ${name}`)
    const [last] = await run(`
      select (select max(id) from certificate) as certificate, (select max(id) from certificate_event) as event`)
    for (let copy = 1; copy < TIMES; copy++) {
      const certificate = `${copy * last.certificate}`
      await run(
        await copied('certificate', last.certificate, {
          id: `id + ${certificate}`,
          number: `number || ${copy}`,
          number_key: `number_key || ${copy}`,
          token: `md5(token || ${copy})`,
          replaces_id: `replaces_id + ${certificate}`,
        }),
      )
      await run(
        await copied('certificate_event', last.event, {
          id: `id + ${copy * last.event}`,
          certificate_id: `certificate_id + ${certificate}`,
        }),
      )
    }
    for (const { definition } of indexes) await run(definition)
    await run('vacuum (analyze) certificate, certificate_event')
  } finally {
    client.release(true)
  }

  /** The statement that adds a table's first rows, up to the id `last`, once more: `changed` says how each differs. */
  async function copied(table: string, last: number, changed: Record<string, string>): Promise<string> {
    const columns = await client.query(
      `select quote_ident(attname) as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      [table],
    )
    const names: string[] = columns.rows.map(({ name }) => name)
    const values = names.map(name => changed[name] ?? name)
    return `insert into ${table} (${names}) select ${values} from ${table} where id <= ${last}`
  }
}
