import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, heading, id, idOf, moment, updatedAt, words } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import type { ArticleState } from '../articleStates.ts'
import { articleTypes } from '../articleTypes.ts'
import type { ArticleOrigin, ArticleValues, VersionKind } from '../articleValues.ts'
import { updateTerms } from '../updateTerms.ts'

/** A column of the site and an entry of its menu (spec.md section 3, "Catalogue menu entry"). */
export const catalogue = pgTable('catalogue', {
  id: id(),
  parentId: integer().references((): AnyPgColumn => catalogue.id),
  name: text().notNull(),
  type: text({ enum: ['列表', '内容', '跳转'] }).notNull(),
  /** Target of a column of type 跳转. */
  path: text(),
  needLogin: boolean().notNull().default(false),
  hidden: boolean().notNull().default(false),
  /** Reachable, but not an entry of the menu: the downloads zone of the side panel. */
  isDetached: boolean().notNull().default(false),
  /** Set apart in red: party building. */
  isParty: boolean().notNull().default(false),
  /** Lists the attachments themselves, such as forms to download. */
  showsFiles: boolean().notNull().default(false),
  /** Set on a top-level column; applies to its children too. */
  articleType: text({ enum: articleTypes }).notNull().default('news'),
  /** Maximum time without a new article; null: the default of its article type. */
  updateWithin: text({ enum: updateTerms }),
  sort: integer().notNull().default(0),
  description: text().notNull().default(''),
  keywords: text().array().notNull().default([]),
})

/** News, notices, documents. A 内容 column shows its newest article as its page. */
export const article = pgTable(
  'article',
  {
    id: id(),
    catalogueId: idOf(() => catalogue.id),
    title: text().notNull(),
    subTitle: text(),
    author: text(),
    source: text(),
    docNo: text(),
    coverId: integer().references(() => file.id),
    /** What the cover shows: its caption, and its words for those who do not see it. */
    coverCaption: text().notNull().default(''),
    /** Point of the cover that stays in view where it is cut, in percent from the left and from above. */
    coverX: integer().notNull().default(50),
    coverY: integer().notNull().default(50),
    summary: text().notNull().default(''),
    /** HTML, cleaned before it is stored. */
    content: text().notNull(),
    /** The same without tags, for search and its snippets. */
    plain: text().notNull(),
    keywords: text().array().notNull().default([]),
    isTop: boolean().notNull().default(false),
    isRed: boolean().notNull().default(false),
    status: text().$type<ArticleState>().notNull().default('draft'),
    publishedAt: moment(),
    /** Time at which the working copy is published automatically; for a published article, its next text. */
    scheduledFor: moment(),
    /** Next step of the three-step review; 4: all passed; null: not under review. */
    reviewStep: integer(),
    /** Counts how often it was handed in for that. */
    reviewRound: integer().notNull().default(0),
    /** Why it went back to its writer, or off the site. */
    reason: text().notNull().default(''),
    /** End of a public notice period; the text stays readable. */
    noticeEndsAt: moment(),
    effectiveOn: date(),
    externalUrl: text(),
    seoTitle: text(),
    seoDescription: text(),
    /** Read by nobody since drafts have one; kept for servers of the version before, beside which this one may run. */
    version: integer().notNull().default(1),
    createdBy: integer().references(() => account.id),
    reviewedBy: integer().references(() => account.id),
    /** Record from which the first text was generated; null: written by staff. */
    origin: jsonb().$type<ArticleOrigin>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: moment(),
    words: words().notNull().default(sql`''::tsvector`),
    heading: heading(),
  },
  table => [
    index()
      .on(
        table.catalogueId,
        table.isTop.desc().nullsFirst(),
        table.publishedAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
      )
      .where(sql`status = 'published' and deleted_at is null`),
    index()
      .on(table.catalogueId, table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`status = 'published' and deleted_at is null`),
    index()
      .on(table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`status = 'published' and deleted_at is null`),
    // Few are on their way at a time: what waits for review, what was returned, drafts.
    index('article_under_way')
      .on(table.status, table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`status <> 'published'`),
    index('article_by_edit').on(table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index().using('gin', table.keywords),
    index().using('gin', table.words),
    index().using('gin', table.heading),
    index().on(table.scheduledFor).where(sql`scheduled_for is not null`),
    index().on(table.reviewStep).where(sql`review_step is not null`),
    index().on(table.noticeEndsAt).where(sql`notice_ends_at is not null`),
    index().on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
)

/**
 * Working copy of an article. It is copied into the article only on publishing, so that autosave neither changes the
 * public text nor invalidates cached pages. Articles without one were never edited here.
 */
export const articleDraft = pgTable(
  'article_draft',
  {
    articleId: integer()
      .primaryKey()
      .references(() => article.id, { onDelete: 'cascade' }),
    values: jsonb().$type<ArticleValues>().notNull(),
    /** Columns generated from `values` for lists, because the whole document is long. */
    title: text().notNull().generatedAlwaysAs(sql`values ->> 'title'`),
    author: text().notNull().generatedAlwaysAs(sql`values ->> 'author'`),
    catalogueId: integer().generatedAlwaysAs(sql`(values ->> 'catalogId')::integer`),
    /** Counts the saves: who saves over another than the last has not seen it. */
    version: integer().notNull().default(1),
    /** Differs from the public text. */
    isChanged: boolean().notNull().default(true),
    editedBy: integer().references(() => account.id),
    editedAt: moment().notNull(),
  },
  table => [index().on(table.editedAt.desc().nullsFirst(), table.articleId.desc().nullsFirst())],
)

/** A text as it was at some point, to be compared and restored; never changed. */
export const articleVersion = pgTable(
  'article_version',
  {
    id: id(),
    articleId: idOf(() => article.id, { onDelete: 'cascade' }),
    kind: text().$type<VersionKind>().notNull(),
    note: text().notNull().default(''),
    values: jsonb().$type<ArticleValues>().notNull(),
    /** Null: the program itself, at the time that was set. */
    by: integer().references(() => account.id),
    at: moment().notNull(),
  },
  table => [index().on(table.articleId, table.id)],
)

/** Files that the article or any of its versions has ever shown. Whoever may read those may read the file. */
export const articleAsset = pgTable(
  'article_asset',
  {
    articleId: idOf(() => article.id, { onDelete: 'cascade' }),
    fileId: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.articleId, table.fileId] }), index().on(table.fileId)],
)

export const articleFile = pgTable(
  'article_file',
  {
    articleId: idOf(() => article.id, { onDelete: 'cascade' }),
    fileId: idOf(() => file.id),
    sort: integer().notNull().default(0),
  },
  table => [primaryKey({ columns: [table.articleId, table.fileId] })],
)

/** Apart from the article, so that being read does not count as a change of content. */
export const articleViews = pgTable('article_views', {
  articleId: integer()
    .primaryKey()
    .references(() => article.id, { onDelete: 'cascade' }),
  views: integer().notNull().default(0),
})

export const banner = pgTable('banner', {
  id: id(),
  place: text({ enum: ['home', 'party'] }).notNull(),
  title: text().notNull(),
  alt: text().notNull().default(''),
  fileId: idOf(() => file.id),
  mobileFileId: integer().references(() => file.id),
  linkUrl: text(),
  sort: integer().notNull().default(0),
  startsAt: moment(),
  endsAt: moment(),
})

/** 友情链接 */
export const link = pgTable('link', {
  id: id(),
  name: text().notNull(),
  url: text().notNull(),
  kind: text({ enum: ['text', 'picture'] })
    .notNull()
    .default('text'),
  group: text().notNull(),
  logoId: integer().references(() => file.id),
  sort: integer().notNull().default(0),
})

/** 公告条: one line over the content of every public page. */
export const announcement = pgTable('announcement', {
  id: id(),
  text: text().notNull(),
  linkUrl: text(),
  level: text({ enum: ['info', 'urgent'] })
    .notNull()
    .default('info'),
  startsAt: moment().notNull(),
  endsAt: moment(),
})

/** Single row: time up to which pages reflect changes made by the clock alone. */
export const pageTurn = pgTable('page_turn', { id: integer().primaryKey(), turnedAt: moment().notNull() })

/**
 * Where the articles of a column went: once it is deleted, its address leads there. `id` is no reference, for it outlives the
 * column.
 */
export const movedCatalogue = pgTable(
  'moved_catalogue',
  {
    id: integer().primaryKey(),
    toId: idOf(() => catalogue.id),
  },
  table => [index().on(table.toId)],
)

/** Addresses of the former site, as `oldPath` makes them, and what stands there now. */
export const redirect = pgTable(
  'redirect',
  {
    path: text().primaryKey(),
    articleId: idOf(() => article.id, { onDelete: 'cascade' }),
  },
  table => [index().on(table.articleId)],
)

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
