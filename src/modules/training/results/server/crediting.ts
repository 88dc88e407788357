import { inArray } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { creditHours } from '#modules/personnel/server/studyHours.ts'
import { participant } from '#modules/training/participants/server/tables.ts'
import type { Present } from '#modules/training/running/server/presence.ts'
import { hasTakenPart } from '../passing.ts'
import type { FoundCourse, ScoreRow } from './scoreQueries.ts'

export const tookPart = ({ id, checkedInAt }: ScoreRow, { held, of }: Present): boolean =>
  hasTakenPart({ checkedIn: checkedInAt !== null, held, present: of.get(id) ?? 0 })

/** 学时 of who has taken part, once. They count for the kind of certificate that the course is about, or for all. */
export async function credit(
  ctx: Ctx,
  { of, kind }: FoundCourse,
  people: ScoreRow[],
  present: Present,
): Promise<number> {
  if (of.hours === 0) return 0
  const earned = people.filter(row => row.creditedAt === null && row.personId !== null && tookPart(row, present))
  const personIds = [...new Set(earned.map(({ personId }) => personId!))]
  await creditHours(
    ctx,
    personIds.map(personId => ({
      personId,
      title: of.title,
      hours: of.hours,
      earnedOn: of.endsOn,
      courseId: of.id,
      certificateKind: kind?.code ?? null,
    })),
  )
  if (earned.length > 0)
    await ctx.db
      .update(participant)
      .set({ creditedAt: ctx.now })
      .where(
        inArray(
          participant.id,
          earned.map(({ id }) => id),
        ),
      )
  return earned.length
}
