import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, words } from '#lib/server/database/columns.ts'

/**
 * Who did what to which record, from where. Never changed, only added to: the database refuses everything else
 * (migration 0005). Holds no personal numbers. Who is deleted later stays by name.
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
    /** As its owner would name it: `Chrome（Windows）`. */
    device: text().notNull().default(''),
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
    words: words().notNull().default(sql`''::tsvector`),
    /** Its place in the chain and its SM3, given right after it is committed (`sealing.ts`). Null: not sealed yet. */
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

/** Where the chain begins after its oldest lines were removed: the last of those, which the first that is kept follows. */
export const auditAnchor = pgTable('audit_anchor', {
  sealNo: integer().primaryKey(),
  hash: text().notNull(),
  at: createdAt(),
})
