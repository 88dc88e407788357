import { createHash } from 'node:crypto'
import { desc, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#lib/server/database/db.ts'
import { auditAnchor, auditEvent } from './tables.ts'

/** A place in the chain: the number of its line, and the SM3 over everything up to it. */
export type Link = { sealNo: number; hash: string }
export const START: Link = { sealNo: 0, hash: '0'.repeat(64) }

/** A line as it is sealed: every column that says something, the moment to the microsecond. */
export type Line = {
  id: number
  seal_no: number | null
  hash: string | null
  at: string
  [column: string]: unknown
}

/** Lines of the log as they are sealed, in the order of `by`. */
export async function readLines(db: Db, where: SQL, by: SQL, limit: number): Promise<Line[]> {
  const { rows } = await db.execute<Line>(sql`
    select id, seal_no, hash, (extract(epoch from at) * 1000000)::bigint::text as at, actor_id, actor_name, address,
           device, action, object_type, object_id, object_name, before, after, detail, for_id
    from ${auditEvent} where ${where} order by ${by} limit ${limit}`)
  return rows
}

/** The SM3 (GB/T 32905) over the link before and the line: who changes a line would have to change all after it. */
export function sealLine(before: Link, { id, at, seal_no: _, hash: __, for_id: forId, ...rest }: Line): Link {
  const sealNo = before.sealNo + 1
  // `for_id` is hashed only if set: most lines have none, and older lines were sealed before the column existed.
  const said = JSON.stringify([
    sealNo,
    id,
    at,
    ...Object.values(rest).map(sortKeys),
    ...(forId === null ? [] : [forId]),
  ])
  return { sealNo, hash: createHash('sm3').update(before.hash).update(said).digest('hex') }
}

/** Sorts the keys, since the database may return them in any order. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([key, part]) => [key, sortKeys(part)])
}

/** Start of the chain: the last line removed by retention. */
export async function beginningOf(db: Db): Promise<Link> {
  const [anchor] = await db.select().from(auditAnchor).orderBy(desc(auditAnchor.sealNo)).limit(1)
  return anchor ?? START
}

/** Head of the chain; `at`: time of its last line, unless retention has removed all. */
export async function headOf(db: Db): Promise<Link & { at?: Date }> {
  const [last] = await db
    .select({ sealNo: auditEvent.sealNo, hash: auditEvent.hash, at: auditEvent.at })
    .from(auditEvent)
    .where(isNotNull(auditEvent.sealNo))
    .orderBy(desc(auditEvent.sealNo))
    .limit(1)
  return last ? { sealNo: last.sealNo!, hash: last.hash!, at: last.at } : beginningOf(db)
}
