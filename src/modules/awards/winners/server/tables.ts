import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, heading, id, idOf, moment, updatedAt, words } from '#lib/server/database/columns.ts'
import { awardKind } from '#modules/awards/calls/server/tables.ts'
import { awardEntry } from '#modules/awards/entries/server/tables.ts'

/** 获奖名单: public. Of an award of ours it has an entry; older ones were typed in or imported. */
export const awardWinner = pgTable(
  'award_winner',
  {
    id: id(),
    kindId: idOf(() => awardKind.id),
    year: integer().notNull(),
    entryId: integer()
      .unique()
      .references(() => awardEntry.id),
    name: text().notNull(),
    subTypeName: text().notNull().default(''),
    groupName: text().notNull().default(''),
    levelCode: text().notNull().default(''),
    levelName: text().notNull(),
    /** In the order of the certificate. */
    organisations: text().array().notNull().default([]),
    persons: text().array().notNull().default([]),
    awardedOn: date().notNull(),
    /** Null: not shown to the public. */
    publishedAt: moment(),
    /** Why it was taken back, where it was. */
    withdrawnOn: date(),
    withdrawnReason: text().notNull().default(''),
    sort: integer().notNull().default(0),
    version: integer().notNull().default(1),
    /** Name of the colleague who acted last. */
    actorName: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    words: words().notNull().default(sql`''::tsvector`),
    heading: heading(),
  },
  table => [
    index().on(table.year.desc().nullsFirst(), table.kindId, table.sort, table.id),
    index().using('gin', table.words),
    index().using('gin', table.heading),
  ],
)

export const awardCertificate = pgTable(
  'award_certificate',
  {
    winnerId: idOf(() => awardWinner.id),
    certificateId: integer().notNull().unique(),
    /** The organisation's, or the person's, by their place in the list from 1. */
    holder: text({ enum: ['organisation', 'person'] }).notNull(),
    place: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.winnerId, table.holder, table.place] })],
)
