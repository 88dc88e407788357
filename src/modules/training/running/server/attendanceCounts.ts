import { eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { attendance, participant, registration } from '#modules/training/server/tables.ts'
import { comingTo } from './roster.ts'

/** Number of sessions with recorded attendance, and per participant the number attended. */
export type AttendanceCounts = { held: number; of: Map<number, number> }

/** A session that nobody was ticked off for says nothing of who was there, and does not count. */
export async function countAttendance({ db }: Pick<Ctx, 'db'>, courseId: number): Promise<AttendanceCounts> {
  const rows = await db
    .select({ id: attendance.participantId, session: attendance.session })
    .from(attendance)
    .innerJoin(participant, eq(participant.id, attendance.participantId))
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .where(comingTo(courseId))
  const of = new Map<number, number>()
  for (const { id } of rows) of.set(id, (of.get(id) ?? 0) + 1)
  return { held: new Set(rows.map(({ session }) => session)).size, of }
}
