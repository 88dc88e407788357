import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id } from '#lib/server/database/columns.ts'

/** 督办规则: which work, when it has lain so many working days too long, is told to whoever has a role. */
export const escalationRule = pgTable('escalation_rule', {
  id: id(),
  work: text().notNull(),
  daysOver: integer().notNull(),
  /** Code of the role. */
  role: text().notNull(),
  note: text().notNull().default(''),
  sort: integer().notNull().default(0),
})
