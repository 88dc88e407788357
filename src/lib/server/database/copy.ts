import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { getTableName } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { ClientBase, PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

type Value = string | number | boolean | Date | string[] | null | undefined
export type CopyRow = Record<string, Value>

/** Chunk size in characters: larger chunks mean fewer messages. */
const CHUNK_CHARACTERS = 1 << 16

/** Rows as fast as PostgreSQL takes them, by COPY. All rows have the same keys, those of the table's columns. */
export async function copyRows(client: PoolClient, table: PgTable, rows: Iterable<CopyRow>): Promise<void> {
  const iterator = rows[Symbol.iterator]()
  const first = iterator.next()
  if (first.done) return
  const keys = Object.keys(first.value)
  const columns = keys.map(key => `"${toSnakeCase(key)}"`).join(', ')
  function* chunks() {
    let chunk = ''
    for (let next = first; !next.done; next = iterator.next()) {
      chunk += `${keys.map(key => toText(next.value[key])).join('\t')}\n`
      if (chunk.length > CHUNK_CHARACTERS) {
        yield Buffer.from(chunk)
        chunk = ''
      }
    }
    yield Buffer.from(chunk)
  }
  await pipeline(
    Readable.from(chunks()),
    client.query(copyFrom(`copy "${getTableName(table)}" (${columns}) from stdin`)),
  )
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Encodes a value in COPY's text format. */
function toText(value: Value): string {
  if (value === null || value === undefined) return '\\N'
  if (value instanceof Date) return value.toISOString()
  const text = Array.isArray(value) ? `{${value.map(one => JSON.stringify(one)).join(',')}}` : String(value)
  return text.replace(/[\\\n\r\t]/g, char => ESCAPES[char]!)
}

/** Sets `count` ids of the table aside and answers the first. */
export async function reserveIds(client: PoolClient, table: PgTable, count: number): Promise<number> {
  const sequence = `pg_get_serial_sequence('${getTableName(table)}', 'id')`
  const { rows } = await client.query<{ first: number }>(`select nextval(${sequence}) as first`)
  await client.query(`select setval(${sequence}, $1)`, [rows[0]!.first + count])
  return rows[0]!.first
}

type DroppedIndex = { drop: string; create: string }

/** Does `work` without the tables' indexes and foreign keys: making them anew at the end is faster than keeping them. */
export async function withoutIndexes(
  client: ClientBase,
  tables: (PgTable | string)[],
  say: (line: string) => void,
  work: () => Promise<void>,
) {
  const { rows } = await client.query<DroppedIndex>(
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
       from pg_index where indrelid = any($1::regclass[])
        and not exists (select 1 from pg_constraint where conindid = indexrelid)
     union all
     select format('alter table %s drop constraint %I', conrelid::regclass, conname),
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
       from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`,
    [tables.map(table => (typeof table === 'string' ? table : `"${getTableName(table)}"`))],
  )
  for (const { drop } of rows) await client.query(drop)
  await work()
  for (const { create } of rows) {
    say(create)
    await client.query(create)
  }
}
