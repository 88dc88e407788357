import { doublePrecision, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt } from '#lib/server/database/columns.ts'

/** Cache of the map service's answers, since its daily quota is small. */
export const geocode = pgTable('geocode', {
  /** Keyed hash of the address: addresses may be of persons. */
  addressHash: text().primaryKey(),
  lng: doublePrecision().notNull(),
  lat: doublePrecision().notNull(),
  level: text().notNull().default(''),
  score: integer(),
  at: createdAt(),
})
