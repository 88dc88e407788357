import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id } from '#lib/server/database/columns.ts'
import { article, catalogue } from '../../server/tables.ts'
import type { PlaceCode } from '../namedPlaces.ts'
import type { QuickLinkIcon } from '../quickLinkForm.ts'

/** Column or article that this site binds to a named place. A place without a row has no page. */
export const namedPlace = pgTable('named_place', {
  code: text().$type<PlaceCode>().primaryKey(),
  catalogueId: integer().references(() => catalogue.id),
  articleId: integer().references(() => article.id, { onDelete: 'cascade' }),
})

/** Quick link shown beside every page or on the home page. */
export const quickLink = pgTable('quick_link', {
  id: id(),
  name: text().notNull(),
  shownIn: text({ enum: ['side', 'home'] }).notNull(),
  icon: text().$type<QuickLinkIcon>().notNull(),
  /** A named place, the pictures to be scanned, or `url`. */
  target: text().$type<PlaceCode | 'wechat' | 'address'>().notNull(),
  url: text(),
  sort: integer().notNull().default(0),
})
