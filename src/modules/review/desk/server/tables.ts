import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'

/** What staff tell each other about an application; never shown to applicants. */
export const applicationNote = pgTable(
  'application_note',
  {
    id: id(),
    applicationId: integer()
      .notNull()
      .references(() => application.id),
    authorId: integer()
      .notNull()
      .references(() => account.id),
    text: text().notNull(),
    at: createdAt(),
  },
  table => [index().on(table.applicationId, table.id)],
)

/** A way of narrowing the queue that somebody of the staff comes back to. */
export const savedView = pgTable(
  'saved_view',
  {
    id: id(),
    ownerId: integer()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The filters as the address has them. */
    query: text().notNull(),
    isDefault: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  table => [
    uniqueIndex().on(table.ownerId, table.name),
    uniqueIndex('saved_view_default').on(table.ownerId).where(sql`is_default`),
  ],
)
