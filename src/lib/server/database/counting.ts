import type { SQL } from 'drizzle-orm'
import { type Count, MAX_COUNTED_ROWS } from '#lib/paging.ts'
import { countUpTo, type Db } from './db.ts'

/** Counts the rows of a query: exactly up to `MAX_COUNTED_ROWS`, beyond that "more than". Never estimated. */
export const countOf = async (db: Db, query: SQL): Promise<Count> =>
  countOrOver(await countUpTo(db, MAX_COUNTED_ROWS, query))

/** Returns a count made up to `bound` + 1. */
export const countOrOver = (counted: number, bound = MAX_COUNTED_ROWS): Count =>
  counted > bound ? { over: bound } : counted
