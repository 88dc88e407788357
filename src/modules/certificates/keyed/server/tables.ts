import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment } from '#lib/server/database/columns.ts'

/** Keys by which regulators and buyers ask for many certificates at once; the key itself is with its holder alone. */
export const verifyKey = pgTable('verify_key', {
  id: id(),
  /** Name of the key holder, as shown to holders of certificates. */
  name: text().notNull(),
  /** Contact person, encrypted. */
  contactSealed: text().notNull(),
  /** SHA-256 of the key, which is random enough not to be guessed. */
  hash: text().notNull().unique(),
  hint: text().notNull(),
  perMinute: integer().notNull(),
  perDay: integer().notNull(),
  /** The last day on which it is good. */
  expiresOn: date().notNull(),
  createdAt: createdAt(),
  createdBy: integer(),
  revokedAt: moment(),
  lastUsedAt: moment(),
  /** Start of the current one-minute window; `minuteUsed` counts the numbers requested in it. */
  minuteAt: moment(),
  minuteUsed: integer().notNull().default(0),
})

/** Numbers asked for by a key on a day. */
export const verifyKeyDay = pgTable(
  'verify_key_day',
  {
    keyId: idOf(() => verifyKey.id),
    day: date().notNull(),
    numbers: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.keyId, table.day] })],
)
