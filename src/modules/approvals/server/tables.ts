import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { approvalStates } from '../states.ts'

/** A requested action that needs a second person, and its outcome. */
export const approval = pgTable(
  'approval',
  {
    id: id(),
    rule: text().notNull(),
    /** The call. */
    key: text().notNull(),
    /** Encrypted input and changes. */
    sealed: text().notNull(),
    state: text({ enum: approvalStates }).notNull().default('waiting'),
    askedBy: idOf(() => account.id),
    askedAt: createdAt(),
    /** Accounts of staff that it is about: nobody decides on their own. */
    about: integer().array().notNull().default([]),
    expiresAt: moment().notNull(),
    decidedBy: integer().references(() => account.id),
    decidedAt: moment(),
    reason: text().notNull().default(''),
    /** Number of downloads, if a file was requested. */
    downloads: integer().notNull().default(0),
  },
  table => [index().on(table.state, table.id)],
)
