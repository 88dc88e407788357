import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { resultNames } from '#modules/training/participants/participantWords.ts'
import { participant } from '#modules/training/participants/server/tables.ts'
import { examResult } from '#modules/training/results/server/tables.ts'
import type { enrolmentContract } from '../contract.ts'
import { isConfirmed } from '../registrationStatus.ts'
import type { Course } from './enrolmentCourse.ts'
import type { Registration } from './enrolmentRegister.ts'

type Results = Output<(typeof enrolmentContract)['GET /app/training/getApply']>['results']

/** What became of each of them; scores only when they are announced, a certificate when it is public or valid. */
export async function readResults(ctx: Ctx, of: Course, kept: Registration): Promise<Results> {
  if (!isConfirmed(kept.status)) return []
  const rows = await ctx.db
    .select({ of: participant, certNo: certificate.number, certToken: certificate.token })
    .from(participant)
    .leftJoin(certificate, eq(certificate.id, participant.certificateId))
    .where(and(eq(participant.registrationId, kept.id), eq(participant.isActive, true)))
    .orderBy(asc(participant.place), asc(participant.id))
  const isAnnounced = of.resultsAt !== null && of.resultsAt <= ctx.now
  const scores = isAnnounced
    ? await readScores(
        ctx,
        rows.map(row => row.of.id),
      )
    : []
  return rows.map(({ of: one, certNo, certToken }) => {
    // The second try comes after the first.
    const score = scores.filter(({ participantId }) => participantId === one.id).at(-1)
    const result = isAnnounced ? one.result : 'none'
    return {
      name: one.name,
      ticketNo: one.ticketNumber,
      seat: one.seat,
      checkedInAt: one.checkedInAt && iso(one.checkedInAt),
      theory: score?.theory ?? null,
      practice: score?.practice ?? null,
      result,
      resultName: resultNames[result],
      certNo,
      verifyUrl: certToken && `${ctx.config.publicUrl}/admin/verify?token=${certToken}`,
      hours: one.creditedAt ? of.hours : 0,
    }
  })
}

const readScores = ({ db }: Ctx, ids: number[]) =>
  db
    .select()
    .from(examResult)
    // What was taken down since the announcement waits for the next one.
    .where(and(inArray(examResult.participantId, ids), isNotNull(examResult.announcedAt)))
    .orderBy(asc(examResult.round))
