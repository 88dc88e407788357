import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, words } from '#lib/server/database/columns.ts'

/** Search texts used by several visitors, each part of a public heading. Neither visitor nor time is stored. */
export const pastSearch = pgTable(
  'past_search',
  {
    id: id(),
    /** Normalised by `fold`. */
    key: text().notNull().unique(),
    /** As written in a heading. */
    text: text().notNull(),
    /** Number of visitors, halved each month so that unused texts disappear. */
    visitors: integer().notNull(),
    /** Staff want nobody to be proposed it: it stays, so that it does not come back. */
    isHidden: boolean().notNull().default(false),
    words: words().notNull(),
  },
  table => [index().using('gin', table.words)],
)
