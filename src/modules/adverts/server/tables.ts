import { bigint, boolean, date, index, integer, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment, updatedAt } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { storedStates } from '../advertStatus.ts'
import type { LinkType } from '../linkRule.ts'

/**
 * An advert from its first draft on, always shown with the word 广告. Between its dates an `approved` one is on the site.
 * Who to call about it stands in its application, sealed.
 */
export const advert = pgTable(
  'advert',
  {
    id: id(),
    /** Number of its application; null until submitted. */
    number: text().unique(),
    /** Application of the advert; null: entered by the association. */
    applicationId: integer()
      .unique()
      .references(() => application.id),
    accountId: integer().references(() => account.id),
    organisationId: integer().references(() => organisation.id),
    personId: integer().references(() => person.id),
    /** Code of `positions`. */
    position: text(),
    title: text().notNull(),
    imageId: integer().references(() => file.id),
    alt: text(),
    linkType: text().$type<LinkType>().notNull().default('outside'),
    linkUrl: text(),
    startsOn: date(),
    endsOn: date(),
    sort: integer().notNull().default(0),
    status: text({ enum: storedStates }).notNull().default('draft'),
    version: integer().notNull().default(1),
    takenDownAt: moment(),
    takenDownReason: text().notNull().default(''),
    /** Cleared from its advertiser's list; the association keeps it. */
    removedAt: moment(),
    /** Times of the notifications that it ends soon and that it has ended. */
    remindedAt: moment(),
    endToldAt: moment(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [
    index().on(table.position, table.startsOn),
    index().on(table.accountId, table.id.desc().nullsFirst()),
    index().on(table.organisationId, table.id.desc().nullsFirst()),
  ],
)

/** Settings of a position; one without a row is not open yet. */
export const advertPosition = pgTable('advert_position', {
  code: text().primaryKey(),
  /** Yuan a day. */
  price: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull().default(0),
  /** Maximum number of adverts at the same time. */
  most: integer().notNull().default(1),
  isOpen: boolean().notNull().default(false),
  note: text().notNull().default(''),
})

/** Days of an advert that its advertiser's level of membership includes, by calendar year: taken while the row is there. */
export const advertAllowance = pgTable(
  'advert_allowance',
  {
    advertId: idOf(() => advert.id),
    year: integer().notNull(),
    days: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.advertId, table.year] })],
)

/** What an advert costs, settled when it is handed in; owed (`receivable`) once it is approved of. */
export const advertFee = pgTable('advert_fee', {
  advertId: integer()
    .primaryKey()
    .references(() => advert.id),
  days: integer().notNull(),
  freeDays: integer().notNull(),
  /** Yuan a day, as it then was. */
  price: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull(),
  amount: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull(),
})

/** Views and clicks per advert and day in the association's time zone; no data on the viewers are kept. */
export const advertDay = pgTable(
  'advert_day',
  {
    advertId: idOf(() => advert.id),
    day: date().notNull(),
    views: bigint({ mode: 'number' }).notNull().default(0),
    clicks: bigint({ mode: 'number' }).notNull().default(0),
  },
  table => [primaryKey({ columns: [table.advertId, table.day] })],
)
