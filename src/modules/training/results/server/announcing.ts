import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { conflict, invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { record } from '#modules/audit/server/record.ts'
import { creditHours } from '#modules/personnel/server/studyHours.ts'
import { isPassed, type ParticipantResult } from '#modules/training/participantWords.ts'
import { type AttendanceCounts, countAttendance } from '#modules/training/running/server/attendanceCounts.ts'
import { comingTo } from '#modules/training/running/server/roster.ts'
import { course, examResult, participant, registration } from '#modules/training/server/tables.ts'
import { hasTakenPart, resultOf } from '../passing.ts'
import type { staffResultContract } from '../resultContract.ts'
import { notifyResults } from './resultMessages.ts'
import { countResults, hindranceOf } from './scoreList.ts'
import { type FoundCourse, lockCourse, readScores, type ScoreRow } from './scoreQueries.ts'

const tookPart = ({ id, checkedInAt }: ScoreRow, { held, of }: AttendanceCounts): boolean =>
  hasTakenPart({ checkedIn: checkedInAt !== null, held, present: of.get(id) ?? 0 })

/** 学时 of who has taken part, once. They count for the kind of certificate that the course is about, or for all. */
async function creditAttendance(
  ctx: Ctx,
  { of, kind }: FoundCourse,
  people: ScoreRow[],
  present: AttendanceCounts,
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

export const announcingHandlers = {
  /**
   * Tells everybody what nobody was told yet: the first time all of it, later make-ups and who came in since. With it come
   * the end of the registrations and the hours of who has taken part. Done twice it does nothing twice.
   */
  'POST /staff/training/results/announce': async (ctx, { id, restAbsent }) => {
    return inTransaction(ctx, async tx => {
      const found = await lockCourse(tx, id)
      const hindrance = hindranceOf(tx, found, await countResults(tx, id))
      if (hindrance) throw conflict(hindrance)
      if (restAbsent && found.of.hasExam) await markRestAbsent(tx, found)
      const people = await readScores(tx, comingTo(id))
      const present = await countAttendance(tx, id)
      const results = people.map(row => ({ row, result: announcedResult(found, row, present) }))
      refuseLacking(results)
      const news = results.filter(({ row, result }) => result !== row.announced)
      if (news.length === 0 && found.of.resultsAt) throw conflict('成绩都已公布，没有新的')
      await write(tx, found, news)
      const credited = await creditAttendance(tx, found, people, present)
      const told = await notifyResults(tx, found.of, { participantIds: news.map(({ row }) => row.id) })
      const passed = news.filter(({ result }) => isPassed(result)).length
      await record(tx, {
        action: 'result.announce',
        objectType: 'course',
        objectId: id,
        objectName: found.of.title,
        detail: { announced: news.length, passed, told, credited },
      })
      return { announced: news.length, passed, told, credited }
    })
  },
} satisfies Partial<Handlers<typeof staffResultContract>>

/** Applies the current rule. Without an exam, attending means passing. */
function announcedResult({ of }: FoundCourse, row: ScoreRow, present: AttendanceCounts): ParticipantResult {
  if (of.hasExam) return resultOf(of, row)
  return tookPart(row, present) ? 'passed' : 'absent'
}

/** Marks people without a score or mark as absent. */
async function markRestAbsent(ctx: Ctx, { of }: FoundCourse) {
  const people = await readScores(ctx, comingTo(of.id))
  const recordedBy = await ownName(ctx)
  const blank = people.filter(({ first }) => first === null)
  if (blank.length === 0) return
  await ctx.db.insert(examResult).values(
    blank.map(({ id }) => ({
      participantId: id,
      round: 'first' as const,
      isAbsent: true,
      result: 'absent' as const,
      recordedBy,
      updatedAt: ctx.now,
    })),
  )
}

/** Maximum number of names listed in the error. */
const MAX_NAMES = 10

function refuseLacking(results: { row: ScoreRow; result: ParticipantResult }[]): void {
  const lacking = results.filter(({ row, result }) => result === 'none' || isIncomplete(row))
  if (lacking.length === 0) return
  const names = lacking.slice(0, MAX_NAMES).map(({ row }) => row.name)
  const list = lacking.length > MAX_NAMES ? `${names.join('、')} 等` : names.join('、')
  throw invalid(`还有 ${lacking.length} 人的成绩没有录全：${list}。请补录，或记为缺考后再公布`)
}

/** A make-up of which a score is missing is not left out silently. */
const isIncomplete = ({ makeup }: ScoreRow) => makeup !== null && makeup.result === 'none'

type NewResults = { row: ScoreRow; result: ParticipantResult }[]

async function write(ctx: Ctx, { of }: FoundCourse, news: NewResults): Promise<void> {
  const { db, now } = ctx
  for (const [result, rows] of Map.groupBy(news, one => one.result))
    await db
      .update(participant)
      .set({ result })
      .where(
        inArray(
          participant.id,
          rows.map(({ row }) => row.id),
        ),
      )
  const inCourse = db
    .select({ id: participant.id })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .where(comingTo(of.id))
  await db
    .update(examResult)
    .set({ announcedAt: now })
    .where(and(isNull(examResult.announcedAt), inArray(examResult.participantId, inCourse)))
  await db
    .update(course)
    .set({ resultsAt: of.resultsAt ?? now, version: of.version + 1, updatedAt: now })
    .where(eq(course.id, of.id))
  await finish(ctx, of.id)
}

/** 已结业: every registration of which somebody came. */
async function finish({ db, now }: Ctx, courseId: number): Promise<void> {
  const came = db
    .select({ id: participant.registrationId })
    .from(participant)
    .where(and(eq(participant.isActive, true), isNotNull(participant.checkedInAt)))
  await db
    .update(registration)
    .set({ status: 'finished', version: sql`${registration.version} + 1`, updatedAt: now })
    .where(
      and(
        eq(registration.courseId, courseId),
        or(
          eq(registration.status, 'checkedIn'),
          and(eq(registration.status, 'confirmed'), inArray(registration.id, came)),
        ),
      ),
    )
}
