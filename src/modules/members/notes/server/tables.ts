import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { organisation } from '../../server/tables.ts'

/** What staff tell each other about a company; never shown to it. */
export const organisationNote = pgTable(
  'organisation_note',
  {
    id: id(),
    organisationId: integer()
      .notNull()
      .references(() => organisation.id, { onDelete: 'cascade' }),
    authorId: integer()
      .notNull()
      .references(() => account.id),
    text: text().notNull(),
    at: createdAt(),
  },
  table => [index().on(table.organisationId, table.id)],
)
