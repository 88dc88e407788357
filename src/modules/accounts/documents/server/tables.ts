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
    /** Changes since the previous version. */
    summary: text().notNull().default(''),
    /** Accounts that accepted an older version are asked again. */
    needsConsent: boolean().notNull().default(false),
    /** A draft may leave it open. */
    effectiveOn: date(),
    publishedAt: moment(),
    /** Name of the publisher; null for the texts that came with the program. */
    publishedBy: text(),
  },
  table => [
    unique().on(table.document, table.version),
    uniqueIndex('document_version_one_draft').on(table.document).where(sql`${table.publishedAt} is null`),
  ],
)
