import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment } from '#lib/server/database/columns.ts'
import { article } from '#modules/content/server/tables.ts'

/** Faults found in published articles, renewed by the nightly check. */
export const articleFault = pgTable(
  'article_fault',
  {
    id: id(),
    articleId: idOf(() => article.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['deadLink', 'noAlt'] }).notNull(),
    /** The address that leads nowhere, or the picture that says nothing. */
    target: text().notNull(),
    foundAt: createdAt(),
  },
  table => [index().on(table.kind, table.articleId), index().on(table.articleId)],
)

/** An address of another site that articles refer to, and whether it answered when it was asked last. */
export const outsideLink = pgTable(
  'outside_link',
  {
    url: text().primaryKey(),
    /** One of the articles with this link. */
    articleId: integer().references(() => article.id, { onDelete: 'cascade' }),
    seenAt: createdAt(),
    /** Null: never asked yet. */
    checkedAt: moment(),
    isAlive: boolean(),
    note: text().notNull().default(''),
  },
  table => [index().on(table.checkedAt), index().on(table.articleId)],
)
