import { date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, updatedAt } from '#lib/server/columns.ts'
import { file } from '#modules/files/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'

/** An advert, always shown with the word 广告. Between its dates an `approved` one is on the site. */
export const advert = pgTable(
  'advert',
  {
    id: id(),
    number: text().notNull().unique(),
    organisationId: integer().references(() => organisation.id),
    /** Code of `positions`. */
    position: text().notNull(),
    title: text().notNull(),
    imageId: integer()
      .notNull()
      .references(() => file.id),
    alt: text().notNull(),
    linkUrl: text(),
    startsOn: date().notNull(),
    endsOn: date().notNull(),
    sort: integer().notNull().default(0),
    status: text({ enum: ['draft', 'submitted', 'returned', 'unpaid', 'approved', 'withdrawn', 'rejected', 'deleted'] })
      .notNull()
      .default('draft'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [index().on(table.position, table.startsOn)],
)
