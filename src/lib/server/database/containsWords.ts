import { type SQL, sql } from 'drizzle-orm'

/** Matches texts that contain the words as typed, in any case; unlike `like`, `%` and `_` mean themselves. */
export const containsWords = (text: unknown, words: string): SQL => sql`strpos(lower(${text}), lower(${words})) > 0`
