import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { organisation } from '../../server/tables.ts'

/** Notes of staff about a company; never shown to it. */
export const organisationNote = pgTable(
  'organisation_note',
  {
    id: id(),
    organisationId: idOf(() => organisation.id, { onDelete: 'cascade' }),
    authorId: idOf(() => account.id),
    text: text().notNull(),
    at: createdAt(),
  },
  table => [index().on(table.organisationId, table.id)],
)
