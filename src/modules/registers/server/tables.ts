import { sql } from 'drizzle-orm'
import { boolean, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'

/** A way of looking at a register that somebody of the staff, or everybody, comes back to. */
export const savedView = pgTable(
  'saved_view',
  {
    id: id(),
    register: text().notNull().default('application'),
    ownerId: idOf(() => account.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Filters, order, columns and page size, as the address has them. */
    query: text().notNull(),
    isDefault: boolean().notNull().default(false),
    /** Shared with all who may see the register, and maintained by staff with the permission for the site. */
    isShared: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  table => [
    uniqueIndex('saved_view_own').on(table.ownerId, table.register, table.name).where(sql`not is_shared`),
    uniqueIndex('saved_view_shared').on(table.register, table.name).where(sql`is_shared`),
    uniqueIndex('saved_view_default').on(table.ownerId, table.register).where(sql`is_default`),
  ],
)

export const chosenColumns = pgTable(
  'chosen_columns',
  {
    accountId: idOf(() => account.id, { onDelete: 'cascade' }),
    register: text().notNull(),
    columns: text().array().notNull(),
  },
  table => [primaryKey({ columns: [table.accountId, table.register] })],
)
