import { integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment } from '#lib/server/database/columns.ts'
import { certificate } from '../../server/tables.ts'

/**
 * Keys with which credentials are signed: the newest that has no end signs. One that has ended stays published, so that what
 * it signed can be checked, until it is retired; one that was revoked is published as such.
 */
export const credentialKey = pgTable('credential_key', {
  id: id(),
  /** RFC 7638. */
  kid: text().notNull().unique(),
  x: text().notNull(),
  y: text().notNull(),
  /** PKCS #8, sealed. */
  keySealed: text().notNull(),
  createdAt: createdAt(),
  /** Time from which it no longer signs. */
  endedAt: moment(),
  /** Time from which it is no longer published. */
  retiredAt: moment(),
  /** Time from which nothing that it signed is accepted. */
  revokedAt: moment(),
  /** Why it was revoked, for colleagues. */
  reason: text().notNull().default(''),
})

/** A certificate's bit in a status list: assigned once, at random, and never reused. */
export const credentialEntry = pgTable(
  'credential_entry',
  {
    certificateId: idOf(() => certificate.id).primaryKey(),
    list: integer().notNull(),
    index: integer().notNull(),
    createdAt: createdAt(),
  },
  table => [unique().on(table.list, table.index)],
)
