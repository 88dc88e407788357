import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id } from '#lib/server/columns.ts'

/** Who did what to which record, from where; never changed, only added to. Holds no personal numbers. */
export const auditEvent = pgTable(
  'audit_event',
  {
    id: id(),
    at: createdAt(),
    /** Null: the program itself, or somebody who is not signed in. */
    actorId: integer(),
    actorName: text().notNull(),
    address: text().notNull().default(''),
    /** `account.signIn`, `review.decide` … */
    action: text().notNull(),
    objectType: text().notNull().default(''),
    objectId: integer(),
    /** As people call it: a title, a name, a number. */
    objectName: text().notNull().default(''),
    /** Of a change: what is different, as it was and as it is. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  table => [index().on(table.objectType, table.objectId, table.id), index().on(table.actorId, table.id)],
)
