import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgInsertValue, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'

/** A table of rows by their ids. */
export type Rows = PgTable & { id: PgColumn }
/** A table whose rows stand in an order. */
type Ordered = Rows & { sort: PgColumn }

/** Changes a row where there is one, or adds it behind the others, or behind those `among` which it stands; answers its id. */
export async function saveInOrder<Table extends Ordered>(
  db: Db,
  table: Table,
  row: Table['$inferInsert'],
  before: { id: number } | undefined,
  among?: SQL,
): Promise<number> {
  if (before) {
    await db
      .update(table)
      .set(row as PgUpdateSetSource<Table>)
      .where(eq(table.id, before.id))
    return before.id
  }
  const last = sql`(select coalesce(max(sort), -1) + 1 from ${table} where ${among ?? true})`
  const [added] = await db
    .insert(table)
    .values({ ...row, sort: last } as PgInsertValue<Table>)
    .returning({ id: sql<number>`id` })
  return added!.id
}

/** Gives a row its place among the others. */
export const placeInOrder = (db: Db, table: Rows, id: number, sort: number) =>
  db
    .update(table)
    .set({ sort } as PgUpdateSetSource<Rows>)
    .where(eq(table.id, id))

export const removeRow = (db: Db, table: Rows, id: number) => db.delete(table).where(eq(table.id, id))
