import { pgTable, real, text } from 'drizzle-orm/pg-core'
import { createdAt } from '../database/columns.ts'

/** Token buckets by address or account, shared by all processes. */
export const allowance = pgTable('allowance', {
  /** Sealed: an address is personal, too. */
  key: text().primaryKey(),
  remaining: real().notNull(),
  at: createdAt(),
})
