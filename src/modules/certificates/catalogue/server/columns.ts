import { integer, type PgColumn, type PgTable, text } from 'drizzle-orm/pg-core'

/** Columns of every group and every kind of a catalogue; `code` is what certificates name. */
export const catalogueColumns = () => ({
  id: integer().primaryKey(),
  code: text().notNull().unique(),
  name: text().notNull(),
  sort: integer().notNull().default(0),
})

export type GroupTable = PgTable & Record<'id' | 'code' | 'name' | 'sort', PgColumn>
export type KindTable = GroupTable & Record<'groupId' | 'numberRule', PgColumn>
