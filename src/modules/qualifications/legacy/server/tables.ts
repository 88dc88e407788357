import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { application } from '#modules/review/server/tables.ts'

/** 旧证补录 by a visitor: how it is found again, and that nobody hands the same in twice. */
export const legacyClaim = pgTable(
  'legacy_claim',
  {
    applicationId: integer()
      .primaryKey()
      .references(() => application.id),
    numberKey: text().notNull(),
    creditCode: text().notNull(),
    /** Hash of the contact's phone, compared when a visitor returns. */
    mobileHash: text().notNull(),
    isOpen: boolean().notNull().default(true),
  },
  table => [uniqueIndex('legacy_claim_open').on(table.numberKey).where(sql`is_open`), index().on(table.creditCode)],
)
