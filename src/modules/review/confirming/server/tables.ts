import { integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf } from '#lib/server/database/columns.ts'
import { application, type ConfirmedFile } from '#modules/review/server/tables.ts'

/**
 * Record that the owner of an account confirmed an application: who, when, and the hashes of the content. Never
 * updated.
 */
export const applicationConfirmation = pgTable(
  'application_confirmation',
  {
    id: id(),
    applicationId: idOf(() => application.id),
    /** Account of the company or person, and the login that confirmed. */
    accountId: integer().notNull(),
    loginId: integer().notNull(),
    actorName: text().notNull(),
    /** Masked: where the code went. */
    phone: text().notNull(),
    address: text().notNull(),
    statementVersion: integer().notNull(),
    statement: text().notNull(),
    /** SHA-256 of the form in its one way of writing, of each file, and of all of it together with the statement. */
    documentHash: text().notNull(),
    files: jsonb().$type<ConfirmedFile[]>().notNull(),
    digest: text().notNull(),
    at: createdAt(),
  },
  table => [uniqueIndex().on(table.applicationId, table.digest)],
)
