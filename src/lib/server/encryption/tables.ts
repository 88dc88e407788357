import { boolean, pgTable, text } from 'drizzle-orm/pg-core'

/** Fingerprint of the key that encrypts this database; one row. */
export const sealMark = pgTable('seal_mark', {
  only: boolean().primaryKey().default(true),
  mark: text().notNull(),
})
