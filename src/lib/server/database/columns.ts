import { sql } from 'drizzle-orm'
import { type AnyPgColumn, customType, integer, timestamp, type UpdateDeleteAction } from 'drizzle-orm/pg-core'

/** The columns that most tables share. */
export const id = () => integer().primaryKey().generatedByDefaultAsIdentity()
/** The id of a row elsewhere that must be there; by `cascade` this row goes with that one. */
export const idOf = (column: () => AnyPgColumn, on?: { onDelete: UpdateDeleteAction }) =>
  integer().notNull().references(column, on)

export const moment = () => timestamp({ withTimezone: true, mode: 'date' })
export const createdAt = () => moment().notNull().defaultNow()
export const updatedAt = () => moment().notNull().defaultNow()

/** Search tokens, written by `lib/server/search/words.ts`. */
export const words = customType<{ data: string; default: true }>({ dataType: () => 'tsvector' })

/** Words of the heading alone, short enough for ranking; a generated column. */
export const heading = () => words().generatedAlwaysAs(sql`ts_filter(words, '{a}')`)
