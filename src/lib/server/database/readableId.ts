import { sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Ctx } from '#lib/server/api/context.ts'

type Table = PgTable & { id: PgColumn }

/** Next id for tables without a sequence whose ids appear in addresses; requires that one change runs at a time. */
export async function nextId(db: Ctx['db'], table: Table): Promise<number> {
  const [row] = await db.select({ next: sql<number>`coalesce(max(${table.id}), 0) + 1`.mapWith(Number) }).from(table)
  return row!.next
}

/**
 * An id that says what it stands below: with `digits` 2, what is below 1 is 101, 102 … 199.
 * Where these are used up, it is the next of all.
 */
export async function nextIdBelow(db: Ctx['db'], table: Table, above: number, digits: 1 | 2): Promise<number> {
  const first = above * 10 ** digits
  const last = first + 10 ** digits - 1
  const [row] = await db
    .select({ highest: sql<number>`coalesce(max(${table.id}), ${first})`.mapWith(Number) })
    .from(table)
    .where(sql`${table.id} between ${first} and ${last}`)
  const { highest } = row!
  return highest < last ? highest + 1 : Math.max(last + 1, await nextId(db, table))
}
