import { lt, sql } from 'drizzle-orm'
import type { Services } from '#lib/server/api/context.ts'
import { message } from './tables.ts'

const WEEK = 7 * 86_400_000

/** What the demo association wrote more than a week ago has been read since. */
export const demoReading = ({ db, now }: Pick<Services, 'db'> & { now: Date }) =>
  db
    .update(message)
    .set({ readAt: sql`${message.createdAt} + interval '1 day'` })
    .where(lt(message.createdAt, new Date(now.getTime() - WEEK)))
