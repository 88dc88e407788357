import { boolean, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { id, updatedAt } from '#lib/server/database/columns.ts'

/** Settings, one row per group: `association`, `display`, `demo`. The shape of each group is in `groups.ts`. */
export const setting = pgTable('setting', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: updatedAt(),
})

/** A choice that the association offers in forms and filters: a trade, a kind of course. Records keep its code. */
export const dictionaryEntry = pgTable(
  'dictionary_entry',
  {
    id: id(),
    dictionary: text().notNull(),
    code: text().notNull(),
    name: text().notNull(),
    sort: integer().notNull().default(0),
    /** No longer offered; records that use it keep it. */
    retired: boolean().notNull().default(false),
    traits: text().array().notNull().default([]),
  },
  table => [unique().on(table.dictionary, table.code)],
)
