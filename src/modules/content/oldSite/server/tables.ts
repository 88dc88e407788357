import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import type { SiteOptions, SiteRule } from '../ruleShape.ts'
import { phases, storedStates, type Verdict } from '../states.ts'

/** The saved pages of an association's former site, from their upload until they are articles, or are undone. */
export const oldSite = pgTable('old_site', {
  id: id(),
  /** The ZIP file; private; null once it is forgotten. */
  fileId: integer().references(() => file.id),
  fileName: text().notNull(),
  state: text({ enum: storedStates }).notNull().default('reading'),
  /** Current or last phase; an interrupted import resumes from it. */
  phase: text({ enum: phases }).notNull().default('reading'),
  rules: jsonb().$type<SiteRule[]>().notNull().default([]),
  options: jsonb().$type<SiteOptions>().notNull(),
  /** Pages dealt with so far, and of how many. */
  progress: integer().notNull().default(0),
  total: integer().notNull().default(0),
  /** Remarks from reading the file, shown to staff. */
  notes: text().array().notNull().default([]),
  /** Why it failed. */
  reason: text().notNull().default(''),
  cancelAsked: boolean().notNull().default(false),
  /** Last heartbeat of the process at work, and the id of its run. */
  heartbeat: createdAt(),
  work: text().notNull().default(''),
  /** Time at which all articles count as written, also after a resume. */
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
    /** Address as given in the list of addresses. */
    address: text().notNull(),
    /** Normalised by `oldPath`, as redirects store it. */
    path: text().notNull(),
    /** Name in the ZIP file; empty if the file is not in it. */
    entry: text().notNull(),
    /** The page as it was saved, decoded; empty where it could not be read, or is forgotten. */
    html: text().notNull().default(''),
    /** Number of the rule that read it, from 1; 0: none matches. */
    rule: integer().notNull().default(0),
    title: text().notNull().default(''),
    publishedAt: moment(),
    catalogueId: integer(),
    verdict: text().$type<Verdict>().notNull().default('bad'),
    /** Why it cannot be imported. */
    fault: text().notNull().default(''),
    /** Excluded from the import by staff. */
    isLeftOut: boolean().notNull().default(false),
    /** Another page or article has the same title. */
    isDouble: boolean().notNull().default(false),
    /** Pictures and attachments that could not be taken over. */
    notes: text().array().notNull().default([]),
    /** Set aside before the import begins, so that pages can link to those that come later. */
    articleId: integer(),
    /** Time at which the article was created. */
    importedAt: moment(),
  },
  table => [unique().on(table.siteId, table.path), index().on(table.siteId, table.verdict, table.id)],
)

/** Entries of the ZIP file that are already stored, so that a resumed import stores no picture twice. */
export const oldSiteFile = pgTable(
  'old_site_file',
  {
    siteId: idOf(() => oldSite.id, { onDelete: 'cascade' }),
    entry: text().notNull(),
    fileId: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.siteId, table.entry] })],
)
