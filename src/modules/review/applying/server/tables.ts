import { integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, idOf } from '#lib/server/database/columns.ts'
import { application } from '#modules/review/server/tables.ts'

/** A printed form: what its QR code stands for. The scan that comes back is matched by it. */
export const applicationPrint = pgTable(
  'application_print',
  {
    token: text().primaryKey(),
    applicationId: idOf(() => application.id),
    revision: integer().notNull(),
    /** Digest of the form as printed. */
    digest: text().notNull(),
    at: createdAt(),
  },
  table => [uniqueIndex().on(table.applicationId, table.revision, table.digest)],
)
