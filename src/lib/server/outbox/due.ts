import { and, eq, inArray, lte, not, type SQL, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { outbox } from './tables.ts'

/** Clock of Shanghai (UTC+8, no summer time), whatever the server's zone. */
const SHANGHAI_OFFSET_HOURS = 8
const [EVENING, MORNING] = [21, 8]

/** Returns whether text messages that are not urgent are held back: from 21:00 to 08:00. */
export function isNight(moment: Date): boolean {
  const hour = (moment.getUTCHours() + SHANGHAI_OFFSET_HOURS) % 24
  return hour >= EVENING || hour < MORNING
}

const isHeldAtNight = and(outbox.byDay, inArray(outbox.channel, ['sms', 'wechat']))!

/** Condition on `outbox`: messages that can go out now. */
export const isDue = (now: Date): SQL =>
  and(eq(outbox.state, 'queued'), lte(outbox.dueAt, now), isNight(now) ? not(isHeldAtNight) : undefined)!

/** The moment since which a message that is due could go out: of what was held back at night, this morning at 08:00. */
export function dueSince(now: Date): SQL<Date> {
  const morning = new Date(`${dayOf(now)}T0${MORNING}:00:00+08:00`)
  return sql`case when ${isHeldAtNight} then greatest(${outbox.createdAt}, ${morning.toISOString()}::timestamptz) else ${outbox.createdAt} end`
}
