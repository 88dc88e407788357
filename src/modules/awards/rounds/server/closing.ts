import { and, eq, isNull } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { record, recordAll } from '#modules/audit/server/record.ts'
import { awardEntry } from '#modules/awards/server/tables.ts'
import { type Ranked, rank } from '../ranking.ts'
import type { staffRoundContract } from '../roundContract.ts'
import { notifyExpert } from './notifications.ts'
import { lockRound, movedTo, nameOf, type RoundCase, writeRound } from './roundCase.ts'
import { assignmentsOf, entriesOf, isOut, membersOf } from './roundQueries.ts'
import { awardRoundEntry, awardScore } from './tables.ts'

export const closingHandlers = {
  /** Closes the round: scores are final, the result is computed, and staff can read it from now on. */
  'POST /staff/award/round/close': (ctx, given) =>
    inTransaction(ctx, async tx => {
      // A submission locks the round too, so it completes before this or finds the round closed.
      const about = await lockRound(tx, given, ['open'])
      const hindrances = await hindrancesToClosing(tx, about)
      if (hindrances.length) throw invalid(hindrances.join('；'))
      const ranked = await computeResult(tx, about)
      const round = await writeRound(tx, about, { state: 'closed', closedAt: ctx.now, actorName: await ownName(tx) })
      const objectName = nameOf(about)
      await record(tx, {
        action: 'awardRound.close',
        objectType: 'awardRound',
        objectId: round.id,
        objectName,
        detail: {
          ranks: ranked.map(({ id, score, rank: place, scores }) => ({ entry: id, score, rank: place, scores })),
        },
      })
      await logScores(tx, about)
      for (const { expert } of await membersOf(tx, round.id))
        await notifyExpert(tx, expert, { ...about, round }, 'closed')
      return movedTo(round)
    }),
} satisfies Partial<Handlers<typeof staffRoundContract>>

/** Returns what prevents closing: missing scores until the due day, and entries with too few scores at any time. */
export async function hindrancesToClosing(ctx: Pick<Ctx, 'db' | 'now'>, about: RoundCase): Promise<string[]> {
  const { id, dueOn } = about.round
  const assigned = await assignmentsOf(ctx, [id])
  const missing = assigned.filter(({ isSubmitted }) => !isSubmitted).length
  const few = (await entriesOf(ctx, id)).flatMap(({ entry, about: application }) => {
    const count = assigned.filter(one => one.entryId === entry.id && one.isSubmitted).length
    return isOut(application) || count >= about.call.leastScores ? [] : [`“${entry.name}”（现 ${count} 份）`]
  })
  return [
    ...(few.length ? [`评分不足 ${about.call.leastScores} 份：${few.join('、')}`] : []),
    ...(missing && dayOf(ctx.now) <= dueOn ? [`还有 ${missing} 份评分没有提交，${dueOn} 截止，之后才能结束`] : []),
  ]
}

const ofRound = (roundId: number) => eq(awardScore.roundId, roundId)

/** Scores, ranks and numbers, in the round and in the entries; what was typed after the last handing in is let go. */
async function computeResult(ctx: Ctx, { round }: RoundCase): Promise<Ranked[]> {
  const { db } = ctx
  const scores = await db.select().from(awardScore).where(ofRound(round.id)).for('update')
  for (const { entryId, expertId, submitted } of scores) {
    const last = submitted.at(-1)
    if (last)
      await db
        .update(awardScore)
        .set({ points: last.points, total: last.total, comment: last.comment })
        .where(and(ofRound(round.id), eq(awardScore.entryId, entryId), eq(awardScore.expertId, expertId)))
  }
  await db.delete(awardScore).where(and(ofRound(round.id), isNull(awardScore.submittedAt)))
  const here = (await entriesOf(ctx, round.id)).filter(({ about }) => !isOut(about))
  const ranked = rank(
    here.map(({ entry: { id } }) => ({
      id,
      totals: scores.filter(({ entryId }) => entryId === id).flatMap(({ submitted }) => submitted.at(-1)?.total ?? []),
    })),
  )
  for (const { id, score, rank: place, scores: count } of ranked) {
    const result = { score, rank: place }
    await db
      .update(awardRoundEntry)
      .set({ ...result, scores: count })
      .where(and(eq(awardRoundEntry.roundId, round.id), eq(awardRoundEntry.entryId, id)))
    await db
      .update(awardEntry)
      .set({ ...result, updatedAt: ctx.now })
      .where(eq(awardEntry.id, id))
  }
  return ranked
}

/** Writes every submitted score to the audit log. Done only at the close, because staff could read the log before. */
async function logScores(ctx: Ctx, about: RoundCase): Promise<void> {
  const scores = await ctx.db.select().from(awardScore).where(ofRound(about.round.id))
  const names = new Map((await entriesOf(ctx, about.round.id)).map(({ entry }) => [entry.id, entry.name]))
  const experts = new Map((await membersOf(ctx, about.round.id)).map(({ expert }) => [expert.id, expert.name]))
  await recordAll(
    ctx,
    scores.map(({ entryId, expertId, submitted }) => ({
      action: 'awardRound.score',
      objectType: 'awardRound',
      objectId: about.round.id,
      objectName: `${nameOf(about)}：${names.get(entryId)}`,
      detail: { expert: experts.get(expertId), entry: entryId, submitted },
    })),
  )
}
