import { sql } from 'drizzle-orm'
import { boolean, date, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, moment } from '#lib/server/database/columns.ts'

/** A version of the privacy policy or the terms; a draft until it is published, and never changed after that. */
export const documentVersion = pgTable(
  'document_version',
  {
    id: id(),
    document: text({ enum: ['privacy', 'terms'] }).notNull(),
    version: text().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    /** What is different from the version before. */
    summary: text().notNull().default(''),
    /** Whoever agreed to an older one is asked again. */
    needsConsent: boolean().notNull().default(false),
    /** A draft may leave it open. */
    effectiveOn: date(),
    publishedAt: moment(),
    /** By name; none of what came with the program. */
    publishedBy: text(),
  },
  table => [
    unique().on(table.document, table.version),
    uniqueIndex('document_version_one_draft').on(table.document).where(sql`${table.publishedAt} is null`),
  ],
)
