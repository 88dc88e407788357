import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, moment } from '#lib/server/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'

/** A document or picture. Its bytes are in the store under `key`; rows outlive their bytes only by `deletedAt`. */
export const file = pgTable(
  'file',
  {
    id: id(),
    key: text().notNull().unique(),
    name: text().notNull(),
    type: text().notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    width: integer(),
    height: integer(),
    /** Everyone may read it; otherwise only its owner and staff. */
    isPublic: boolean().notNull().default(false),
    ownerId: integer().references(() => account.id),
    createdAt: createdAt(),
    deletedAt: moment(),
  },
  table => [index().on(table.ownerId)],
)
