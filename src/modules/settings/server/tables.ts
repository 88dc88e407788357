import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { updatedAt } from '#lib/server/database/columns.ts'

/** One row a group of settings: `association`, `display`, `demo`. What a group holds is in `settings.ts`. */
export const setting = pgTable('setting', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: updatedAt(),
})
