import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'

/** Internal notes of staff about an application; never shown to applicants. */
export const applicationNote = pgTable(
  'application_note',
  {
    id: id(),
    applicationId: idOf(() => application.id),
    authorId: idOf(() => account.id),
    text: text().notNull(),
    at: createdAt(),
  },
  table => [index().on(table.applicationId, table.id)],
)
