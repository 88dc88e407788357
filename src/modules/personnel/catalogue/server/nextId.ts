import { sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import type { personnelGroup, personnelKind } from '#modules/personnel/server/tables.ts'

/** Ids are read in addresses and have no sequence; one change runs at a time. */
export async function nextId(db: Ctx['db'], table: typeof personnelGroup | typeof personnelKind): Promise<number> {
  const [row] = await db.select({ next: sql<number>`coalesce(max(${table.id}), 0) + 1`.mapWith(Number) }).from(table)
  return row!.next
}
