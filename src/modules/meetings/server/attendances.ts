import { and, desc, eq, isNotNull, ne } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '#lib/server/api/context.ts'
import type { MeetingRule } from '../meetingRule.ts'
import { type Votes, votesWords } from '../meetingRule.ts'
import type { attendance } from '../staffContract.ts'
import { readMeetingRule } from './rules.part.ts'
import { meeting, type meetingItem } from './tables.ts'

type Meeting = typeof meeting.$inferSelect
type Attended = z.output<typeof attendance>

/**
 * Returns the rule of the meeting: the one under which it was held, else today's; null if it was recorded before there
 * were rules.
 */
export async function appliedRule(ctx: Ctx, of: Meeting): Promise<MeetingRule | null> {
  return of.rule ?? (of.state === 'recorded' ? null : ruleOf(ctx, of))
}

/** Returns the rule of a meeting that is not recorded yet. */
export const ruleOf = async (ctx: Ctx, of: Meeting): Promise<MeetingRule> =>
  of.rule ?? (await readMeetingRule(ctx, { bodyId: of.bodyId, isRepeat: of.followsId !== null }))

/** Returns the attendance; null if nothing was recorded. */
export function attendanceOf(of: Meeting): Attended | null {
  const { entitled, present, onLeave, attendees: names, chair, recorder } = of
  if (present === null && names.length === 0 && !chair && !recorder) return null
  return { entitled, present, onLeave, names, chair, recorder }
}

export async function lastAttendanceOf({ db }: Pick<Ctx, 'db'>, { id, bodyId }: Meeting): Promise<Attended | null> {
  const [last] = await db
    .select()
    .from(meeting)
    .where(
      and(eq(meeting.bodyId, bodyId), eq(meeting.state, 'recorded'), isNotNull(meeting.present), ne(meeting.id, id)),
    )
    .orderBy(desc(meeting.meetsOn), desc(meeting.id))
    .limit(1)
  return last ? attendanceOf(last) : null
}

type Item = typeof meetingItem.$inferSelect

/** Returns the votes on an item; null if none were counted. */
export function votesOf({ yes, no, abstained, recused }: Item): Votes | null {
  return yes === null ? null : { yes, no: no ?? 0, abstained: abstained ?? 0, recused: recused ?? 0 }
}

/** The same in words; empty where nothing was counted. */
export function votesText(of: Pick<Meeting, 'present'>, item: Item): string {
  const votes = votesOf(item)
  const present = item.present ?? of.present
  return votes && present !== null ? votesWords(votes, present) : ''
}
