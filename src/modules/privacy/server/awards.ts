import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { awardRound, awardScore } from '#modules/awards/rounds/server/tables.ts'
import { awardCall, awardEntry } from '#modules/awards/server/tables.ts'
import { expert } from '#modules/experts/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { nameOfState } from '#modules/review/workflow.ts'
import type { Subject } from './holdings.ts'

/** Award entries submitted by this account; their forms are exported with the applications. */
export async function awardEntriesOf({ db }: Ctx, { id }: Subject) {
  const rows = await db
    .select({ entry: awardEntry, call: awardCall.title, state: application.state })
    .from(awardEntry)
    .innerJoin(awardCall, eq(awardCall.id, awardEntry.callId))
    .leftJoin(application, eq(application.id, awardEntry.applicationId))
    .where(eq(awardEntry.accountId, id))
    .orderBy(asc(awardEntry.id))
  return rows.map(({ entry, call, state }) => ({
    call,
    name: entry.name,
    levelWanted: entry.levelWanted,
    levelAwarded: entry.levelAwarded,
    state: state && nameOfState(state),
  }))
}

/** Scores given as an expert; experts are identified by their phone. */
export async function awardScoresOf({ db }: Ctx, { phoneHash }: Subject) {
  if (phoneHash === null) return []
  const rows = await db
    .select({ score: awardScore, round: awardRound.name, name: awardEntry.name })
    .from(awardScore)
    .innerJoin(expert, and(eq(expert.id, awardScore.expertId), eq(expert.mobileHash, phoneHash)))
    .innerJoin(awardRound, eq(awardRound.id, awardScore.roundId))
    .innerJoin(awardEntry, eq(awardEntry.id, awardScore.entryId))
    .orderBy(asc(awardScore.roundId), asc(awardScore.entryId))
  return rows.map(({ score, round, name }) => ({
    round,
    entry: name,
    points: score.points,
    total: score.total,
    comment: score.comment,
    submittedAt: score.submittedAt && iso(score.submittedAt),
  }))
}

/** Anonymises entries that won nothing. Expert scores stay in the record of their round. */
export async function clearEntries({ db }: Ctx, { id }: Subject): Promise<void> {
  const lost = db
    .select({ id: application.id })
    .from(application)
    .where(and(eq(application.accountId, id), eq(application.kind, 'award'), ne(application.state, 'approved')))
  await db.update(awardEntry).set({ name: '已注销' }).where(inArray(awardEntry.applicationId, lost))
}
