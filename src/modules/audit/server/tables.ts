import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, words } from '#lib/server/database/columns.ts'

/**
 * Audit log. Append-only: the database refuses everything else (migration 0005). Holds no personal numbers. Accounts
 * deleted later stay by name.
 */
export const auditEvent = pgTable(
  'audit_event',
  {
    id: id(),
    at: createdAt(),
    /** Null: the program itself, or somebody who is not signed in. */
    actorId: integer(),
    actorName: text().notNull(),
    /** The account of the company for which a clerk did it. */
    forId: integer(),
    address: text().notNull().default(''),
    /** Device as its owner would call it: `Chrome（Windows）`. */
    device: text().notNull().default(''),
    /** `account.signIn`, `review.decide` … */
    action: text().notNull(),
    objectType: text().notNull().default(''),
    objectId: integer(),
    /** Name as people know it: a title, a name, a number. */
    objectName: text().notNull().default(''),
    /** For a change: the fields that differ, before and after. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    words: words().notNull().default(sql`''::tsvector`),
    /** Number in the chain and SM3 hash, set right after the commit (`sealing.ts`). Null: not sealed yet. */
    sealNo: integer().unique(),
    hash: text(),
  },
  table => [
    index().on(table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index().on(table.objectType, table.objectId, table.id),
    index().on(table.actorId, table.id),
    index().on(table.forId, table.id).where(sql`for_id is not null`),
    index().on(table.actorName, table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index().on(table.address, table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('audit_event_group').on(
      sql`split_part(action, '.', 1)`,
      table.at.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('audit_event_unsealed').on(table.id).where(sql`seal_no is null`),
    index().using('gin', table.words),
  ],
)

/** Start of the chain after retention: the last line removed, which the first kept line follows. */
export const auditAnchor = pgTable('audit_anchor', {
  sealNo: integer().primaryKey(),
  hash: text().notNull(),
  at: createdAt(),
})
