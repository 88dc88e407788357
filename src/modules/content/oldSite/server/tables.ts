import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import type { SiteOptions, SiteRule } from '../rules.ts'
import { phases, storedStates, type Verdict } from '../states.ts'

/** The saved pages of an association's former site, from their upload until they are articles, or are undone. */
export const oldSite = pgTable('old_site', {
  id: id(),
  /** The ZIP file; private; null once it is forgotten. */
  fileId: integer().references(() => file.id),
  fileName: text().notNull(),
  state: text({ enum: storedStates }).notNull().default('reading'),
  /** What was done with it last, or is being done: what goes on after an interruption. */
  phase: text({ enum: phases }).notNull().default('reading'),
  rules: jsonb().$type<SiteRule[]>().notNull().default([]),
  options: jsonb().$type<SiteOptions>().notNull(),
  /** Pages dealt with so far, and of how many. */
  progress: integer().notNull().default(0),
  total: integer().notNull().default(0),
  /** What was found out while reading, for people to read. */
  notes: text().array().notNull().default([]),
  /** Why it failed. */
  reason: text().notNull().default(''),
  cancelAsked: boolean().notNull().default(false),
  /** Of the process at work: its last sign of life, and which work it is. */
  heartbeat: createdAt(),
  work: text().notNull().default(''),
  /** All articles were written as of this moment, however often the work was taken up again. */
  writtenAt: moment(),
  createdBy: idOf(() => account.id),
  createdByName: text().notNull(),
  createdAt: createdAt(),
})

export const oldSitePage = pgTable(
  'old_site_page',
  {
    id: id(),
    siteId: idOf(() => oldSite.id, { onDelete: 'cascade' }),
    /** As the list of addresses has it. */
    address: text().notNull(),
    /** As redirects keep it. */
    path: text().notNull(),
    /** Its name in the ZIP file; empty where that has none. */
    entry: text().notNull(),
    /** The page as it was saved, decoded; empty where it could not be read, or is forgotten. */
    html: text().notNull().default(''),
    /** Which rule has read it, from 1; 0: none fits. */
    rule: integer().notNull().default(0),
    title: text().notNull().default(''),
    publishedAt: moment(),
    catalogueId: integer(),
    verdict: text().$type<Verdict>().notNull().default('bad'),
    /** Why it cannot be imported. */
    fault: text().notNull().default(''),
    /** Somebody has decided not to import it. */
    isLeftOut: boolean().notNull().default(false),
    /** Another page or article has the same title. */
    isDouble: boolean().notNull().default(false),
    /** Pictures and attachments that could not be taken over. */
    notes: text().array().notNull().default([]),
    /** Set aside before the import begins, so that pages can link to those that come later. */
    articleId: integer(),
    /** Since when there is an article. */
    importedAt: moment(),
  },
  table => [unique().on(table.siteId, table.path), index().on(table.siteId, table.verdict, table.id)],
)

/** What of the ZIP file is in the store already: no picture is stored twice, whatever interrupts the work. */
export const oldSiteFile = pgTable(
  'old_site_file',
  {
    siteId: idOf(() => oldSite.id, { onDelete: 'cascade' }),
    entry: text().notNull(),
    fileId: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.siteId, table.entry] })],
)
