import { and, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { endedStatuses } from '../words.ts'
import { member } from './tables.ts'

export const hasEnded = inArray(member.status, [...endedStatuses])

/** On the register at the end of that day. Who ended at an unknown date is counted on no day. */
export const wasMemberOn = (day: string): SQL =>
  and(lte(member.joinedOn, day), sql`(not ${hasEnded} or coalesce(${member.endedOn} > ${day}, false))`)!
