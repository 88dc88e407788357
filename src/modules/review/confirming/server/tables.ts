import { integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf } from '#lib/server/database/columns.ts'
import { application } from '#modules/review/server/tables.ts'
import type { Way } from '../ways.ts'

/** How applications of a kind are confirmed; a kind without a row takes paper, as ever. */
export const confirmingRule = pgTable('confirming_rule', {
  kind: text().primaryKey(),
  ways: text().array().$type<Way[]>().notNull(),
  statement: text().notNull(),
  /** Grows with each change of the statement. */
  version: integer().notNull(),
})

/** A file as it was confirmed. */
export type ConfirmedFile = {
  slot: string
  slotName: string
  fileId: number
  name: string
  size: number
  sha256: string
}

/** That the owner of an account stood to what was to be handed in: who, when, to which bytes. Never changed. */
export const applicationConfirmation = pgTable(
  'application_confirmation',
  {
    id: id(),
    applicationId: idOf(() => application.id),
    /** Of the company or person, and the login that did it. */
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
