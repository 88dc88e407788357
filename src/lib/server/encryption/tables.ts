import { boolean, pgTable, text } from 'drizzle-orm/pg-core'

/** By which key everything in this database is sealed: one row. */
export const sealMark = pgTable('seal_mark', {
  only: boolean().primaryKey().default(true),
  mark: text().notNull(),
})
