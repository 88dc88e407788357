import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** A condition by which no rows are looked for, only those that others have found are read: within `case` it has no index. */
export const unindexed = (condition: SQLWrapper): SQL => sql`case when ${condition} then true end`
