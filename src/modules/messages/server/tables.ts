import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, moment } from '#lib/server/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { kindCodes } from '../kinds.ts'

/** What the association tells somebody, in the member centre. */
export const message = pgTable(
  'message',
  {
    id: id(),
    accountId: integer()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    kind: text({ enum: kindCodes }).notNull(),
    title: text().notNull(),
    content: text().notNull(),
    /** The page that it is about. */
    route: text(),
    /** The record that it is about, by the name of its table. */
    objectType: text(),
    objectId: integer(),
    readAt: moment(),
    createdAt: createdAt(),
  },
  table => [
    index().on(table.accountId, table.id.desc().nullsFirst()),
    index('message_unread').on(table.accountId).where(sql`read_at is null`),
  ],
)
