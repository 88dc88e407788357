import { and, eq, inArray, sql } from 'drizzle-orm'
import { conflict, invalid, Refusal } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { comingTo } from '#modules/training/running/server/roster.ts'
import { examResult, participant } from '#modules/training/server/tables.ts'
import { type Round, resultOf, roundNames } from '../passing.ts'
import type { staffResultContract } from '../resultContract.ts'
import { notifyResults } from './resultMessages.ts'
import { type Change, type Judgement, judgeScore, tryWords } from './scoreJudging.ts'
import { type FoundCourse, lockCourse, readScores, type ScoreRow } from './scoreQueries.ts'

export const scoresHandlers = {
  /**
   * Saves all rows or none. Errors are reported by cell; scores changed by another user meanwhile are not overwritten.
   */
  'POST /staff/training/scores/save': async (ctx, { id, round, reason, rows }) => {
    return inTransaction(ctx, async tx => {
      const found = await lockCourse(tx, id)
      refuseUnscored(found)
      const people = await peopleOf(
        tx,
        id,
        rows.map(({ participantId }) => participantId),
      )
      const judged = rows.map(typed => {
        const row = people.get(typed.participantId)
        return { typed, judgement: row ? judgeScore(found.of, round, row, typed) : NOT_ON_ROSTER }
      })
      refuseFaults(judged.map(({ typed, judgement }) => ({ id: typed.participantId, judgement })))
      const changes = judged.flatMap(({ judgement }) => (judgement.kind === 'change' ? judgement.change : []))
      const corrections = changes.filter(({ isCorrection }) => isCorrection)
      if (corrections.length > 0 && !reason) {
        const message = `有 ${corrections.length} 人的成绩已公布，更正须说明原因`
        throw invalid(message, { reason: message })
      }
      await write(tx, round, changes)
      await correct(tx, found, round, corrections, reason)
      await recordScores(tx, found, round, changes, reason)
      return { saved: changes.length, unchanged: rows.length - changes.length }
    })
  },
} satisfies Partial<Handlers<typeof staffResultContract>>

const NOT_ON_ROSTER: Judgement = { kind: 'wrong', faults: { '': '不在本班名册中，请刷新后再试' } }

/** Refuses scores for courses without an exam, and for cancelled ones. */
export function refuseUnscored({ of }: FoundCourse): void {
  if (!of.hasExam) throw conflict('本班不考试，按到课情况公布结果，不用录成绩')
  if (of.cancelledAt) throw conflict('培训班已取消，不能录成绩')
}

/** Returns those of the given ids that are on the roster. */
export async function peopleOf(ctx: Ctx, courseId: number, ids: number[]): Promise<Map<number, ScoreRow>> {
  const rows = await readScores(ctx, and(comingTo(courseId), inArray(participant.id, ids))!)
  return new Map(rows.map(row => [row.id, row]))
}

function refuseFaults(judged: { id: number; judgement: Judgement }[]): void {
  const faultsOf = (kind: 'wrong' | 'conflict') =>
    judged.flatMap(({ id, judgement }) =>
      judgement.kind === kind
        ? Object.entries(judgement.faults).map(
            ([cell, fault]) => [[id, cell].filter(Boolean).join('.'), fault] as const,
          )
        : [],
    )
  const [wrong, overtaken] = [faultsOf('wrong'), faultsOf('conflict')]
  const fields = Object.fromEntries([...overtaken, ...wrong])
  if (wrong.length > 0) throw invalid(`有 ${wrong.length} 处需要更正，成绩没有保存`, fields)
  if (overtaken.length > 0)
    throw new Refusal(409, `有 ${overtaken.length} 人的成绩已由他人改动，请核对后再保存`, fields)
}

async function write(ctx: Ctx, round: Round, changes: Change[]): Promise<void> {
  const cleared = changes.flatMap(({ row, after }) => (after ? [] : row.id))
  if (cleared.length > 0)
    await ctx.db.delete(examResult).where(and(eq(examResult.round, round), inArray(examResult.participantId, cleared)))
  const recordedBy = await ownName(ctx)
  const kept = changes.flatMap(({ row, after, result }) =>
    after ? [{ ...after, participantId: row.id, round, result, recordedBy, updatedAt: ctx.now }] : [],
  )
  if (kept.length === 0) return
  const as = (column: string) => sql.raw(`excluded.${column}`)
  await ctx.db
    .insert(examResult)
    .values(kept)
    .onConflictDoUpdate({
      target: [examResult.participantId, examResult.round],
      set: {
        theory: as('theory'),
        practice: as('practice'),
        isAbsent: as('is_absent'),
        result: as('result'),
        recordedBy: as('recorded_by'),
        updatedAt: as('updated_at'),
      },
    })
}

/** Corrects announced results and notifies the people again. */
async function correct(ctx: Ctx, found: FoundCourse, round: Round, corrections: Change[], reason: string) {
  for (const { row, after } of corrections) {
    const tries = round === 'first' ? { first: after, makeup: row.makeup } : { first: row.first, makeup: after }
    const result = resultOf(found.of, { ...tries, makeup: announcedOnly(round, row, tries.makeup) })
    await ctx.db.update(participant).set({ result }).where(eq(participant.id, row.id))
  }
  await notifyResults(ctx, found.of, {
    participantIds: corrections.map(({ row }) => row.id),
    corrected: reason,
  })
}

/** A make-up that nobody was told yet does not count yet. */
const announcedOnly = <T>(round: Round, { makeup }: ScoreRow, of: T | null) =>
  round === 'makeup' || makeup?.announcedAt ? of : null

async function recordScores(ctx: Ctx, { of }: FoundCourse, round: Round, changes: Change[], reason: string) {
  const name = ({ row }: Change) => [row.name, row.ticketNumber].filter(Boolean).join(' ')
  const values = (which: (change: Change) => string) =>
    Object.fromEntries(changes.map(change => [name(change), which(change)]))
  const isCorrection = changes.some(change => change.isCorrection)
  await recordChange(ctx, {
    action: isCorrection ? 'result.correct' : 'result.save',
    objectType: 'course',
    objectId: of.id,
    objectName: of.title,
    before: values(({ row }) => tryWords(row[round])),
    after: values(({ after }) => tryWords(after)),
    detail: { round: roundNames[round], count: changes.length, ...(reason && { reason }) },
  })
}
