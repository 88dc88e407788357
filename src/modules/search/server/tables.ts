import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, words } from '#lib/server/database/columns.ts'

/** What several visitors have found something by: a piece of a public heading. By whom and when is not kept. */
export const pastSearch = pgTable(
  'past_search',
  {
    id: id(),
    /** As it is folded. */
    key: text().notNull().unique(),
    /** As a heading has it. */
    text: text().notNull(),
    /** By how many it was searched for; halved each month, so that what nobody looks for any more is forgotten. */
    visitors: integer().notNull(),
    /** Staff want nobody to be proposed it: it stays, so that it does not come back. */
    isHidden: boolean().notNull().default(false),
    words: words().notNull(),
  },
  table => [index().using('gin', table.words)],
)
