import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import { defineOpenMeetings } from '#modules/posts/server/openMeetings.ts'
import { meeting } from './tables.ts'

defineOpenMeetings(async ({ db }, bodyId) => {
  const isOpen = and(isNotNull(meeting.noticeAt), inArray(meeting.state, ['planned', 'held']))
  const rows = await db
    .select({ title: meeting.title })
    .from(meeting)
    .where(and(eq(meeting.bodyId, bodyId), isOpen))
    .orderBy(asc(meeting.meetsOn))
  return rows.map(({ title }) => title)
})
