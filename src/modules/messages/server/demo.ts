import { lt, sql } from 'drizzle-orm'
import type { Services } from '#lib/server/api/context.ts'
import { message } from './tables.ts'

const WEEK = 7 * 86_400_000

/** Marks demo messages older than a week as read. */
export const markDemoMessagesRead = ({ db, now }: Pick<Services, 'db'> & { now: Date }) =>
  db
    .update(message)
    .set({ readAt: sql`${message.createdAt} + interval '1 day'` })
    .where(lt(message.createdAt, new Date(now.getTime() - WEEK)))
