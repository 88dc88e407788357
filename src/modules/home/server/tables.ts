import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id } from '#lib/server/database/columns.ts'
import { catalogue } from '#modules/content/server/tables.ts'
import type { BlockCode } from '../blockKinds.ts'

/** A figure of the home page: never a number, only which records it counts. */
export const figure = pgTable('figure', {
  id: id(),
  label: text().notNull(),
  unit: text().notNull(),
  /** Code of a counter, with a part of its records behind a colon: `member`, `member:04`. */
  source: text().notNull().unique(),
  hidden: boolean().notNull().default(false),
  sort: integer().notNull().default(0),
})

/** A block of the home page, from above to below. */
export const homeBlock = pgTable('home_block', {
  id: id(),
  kind: text().$type<BlockCode>().notNull(),
  heading: text().notNull().default(''),
  catalogueId: integer().references(() => catalogue.id, { onDelete: 'set null' }),
  rows: integer(),
  hidden: boolean().notNull().default(false),
  sort: integer().notNull().default(0),
})
