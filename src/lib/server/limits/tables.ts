import { pgTable, real, text } from 'drizzle-orm/pg-core'
import { createdAt } from '../database/columns.ts'

/** What an address or account may still do at once, as of a moment, in all processes together. */
export const allowance = pgTable('allowance', {
  /** Sealed: an address is personal, too. */
  key: text().primaryKey(),
  remaining: real().notNull(),
  at: createdAt(),
})
