import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import type { BodyKind } from '#modules/posts/bodyWords.ts'
import { body } from '#modules/posts/server/tables.ts'
import { defineMeetingDesk } from '#modules/review/server/meetingDesk.ts'
import { applicationEvent } from '#modules/review/server/tables.ts'
import { ruleSentences } from '../meetingRule.ts'
import { votesText } from './attendances.ts'
import { readMeetingRule } from './rules.part.ts'
import { meeting, meetingItem } from './tables.ts'

/** Kinds of bodies that decide on applications, unless these go to a body of their own. */
const DECIDING: BodyKind[] = ['council', 'standing', 'secretariat']

/** Answers what the desk of the review asks of meetings. */
defineMeetingDesk({
  votesOn: votesOnApplication,
  openOn: async ({ db }, applicationId) => {
    const [open] = await db
      .select({ id: meeting.id, title: meeting.title })
      .from(meetingItem)
      .innerJoin(meeting, eq(meeting.id, meetingItem.meetingId))
      .where(and(eq(meetingItem.applicationId, applicationId), isNull(meetingItem.outcome)))
    return open
  },
  votingRule: async ctx => {
    const bodies = await ctx.db
      .select({ id: body.id, name: body.name })
      .from(body)
      .where(and(inArray(body.kind, DECIDING), eq(body.isEnded, false)))
      .orderBy(asc(body.sort), asc(body.id))
    for (const { id, name } of bodies) {
      const rule = await readMeetingRule(ctx, { bodyId: id })
      if (rule.vote) return `${name}：${ruleSentences(rule)[1]}`
    }
  },
})

/** Returns the votes of meetings on an application as text, by the id of the event that recorded the decision. */
async function votesOnApplication({ db }: Pick<Ctx, 'db'>, applicationId: number): Promise<Map<number, string>> {
  const rows = await db
    .select({ of: meeting, item: meetingItem, eventId: applicationEvent.id })
    .from(meetingItem)
    .innerJoin(meeting, eq(meeting.id, meetingItem.meetingId))
    .innerJoin(
      applicationEvent,
      and(
        eq(applicationEvent.applicationId, meetingItem.applicationId),
        eq(applicationEvent.from, 'deciding'),
        eq(applicationEvent.at, meeting.recordedAt),
      ),
    )
    .where(eq(meetingItem.applicationId, applicationId))
  return new Map(rows.map(({ of, item, eventId }) => [eventId, votesText(of, item)]))
}
