import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { dayOf, iso, minute } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type RoundState, roundStateNames } from '#modules/awards/calls/rules.ts'
import { awardCall, awardKind } from '#modules/awards/calls/server/tables.ts'
import { awardEntry } from '#modules/awards/entries/server/tables.ts'
import { awardScore } from '#modules/awards/scoring/server/tables.ts'
import { expert } from '#modules/experts/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import type { State } from '#modules/review/workflow.ts'
import { awardPanel, awardRecusal, awardRound, awardRoundEntry } from './tables.ts'

export type Round = typeof awardRound.$inferSelect
type Reads = Pick<Ctx, 'db'>

/** A round with the call whose entries it looks at. */
export async function findRound({ db }: Reads, id: number) {
  const [found] = await db
    .select({ round: awardRound, call: awardCall, kind: awardKind })
    .from(awardRound)
    .innerJoin(awardCall, eq(awardCall.id, awardRound.callId))
    .innerJoin(awardKind, eq(awardKind.id, awardCall.kindId))
    .where(eq(awardRound.id, id))
  if (!found) throw notFound('没有这轮评审')
  return found
}
export type RoundCase = Awaited<ReturnType<typeof findRound>>

export const nameOf = ({ call, round }: Pick<RoundCase, 'call' | 'round'>) => `${call.title} ${round.name}`

type Seen = { id: number; version?: number }

/** The same, locked, in a state in which this can be done, and as whoever asks has seen it where that matters. */
export async function lockRound(ctx: Reads, { id, version }: Seen, from: readonly RoundState[]): Promise<RoundCase> {
  await ctx.db.select({ id: awardRound.id }).from(awardRound).where(eq(awardRound.id, id)).for('update')
  const found = await findRound(ctx, id)
  const { round } = found
  if (version !== undefined && round.version !== version)
    throw conflict(`已由 ${round.actorName} 于 ${minute(iso(round.updatedAt))} 修改，请刷新后核对，再决定怎样修改`)
  if (!from.includes(round.state)) throw conflict(`这轮评审${roundStateNames[round.state]}，不能这样修改`)
  return found
}

/** Every change of a round is seen by its version. */
export async function writeRound(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { round }: RoundCase,
  changes: Partial<Round>,
): Promise<Round> {
  const [written] = await db
    .update(awardRound)
    .set({ ...changes, version: round.version + 1, updatedAt: now })
    .where(eq(awardRound.id, round.id))
    .returning()
  return written!
}

export const movedTo = ({ id, version, state }: Round) => ({ id, version, state })

/** Experts may write scores: until the end of the last day, in Shanghai. */
export const isScoring = ({ state, dueOn }: Round, now: Date) => state === 'open' && dayOf(now) <= dueOn

export const applicantName = sql<string>`coalesce(${organisation.name}, ${person.name}, '')`

/** What it looks at, in its order. */
export const entriesOf = ({ db }: Reads, roundId: number) =>
  db
    .select({ of: awardRoundEntry, entry: awardEntry, about: application, applicant: applicantName })
    .from(awardRoundEntry)
    .innerJoin(awardEntry, eq(awardEntry.id, awardRoundEntry.entryId))
    .innerJoin(application, eq(application.id, awardEntry.applicationId))
    .leftJoin(organisation, eq(organisation.id, awardEntry.organisationId))
    .leftJoin(person, eq(person.id, awardEntry.personId))
    .where(eq(awardRoundEntry.roundId, roundId))
    .orderBy(asc(awardRoundEntry.place), asc(awardRoundEntry.entryId))
export type InRound = Awaited<ReturnType<typeof entriesOf>>[number]

/** Withdrawn by its applicant, say: nobody scores it any more. */
export const isOut = ({ state }: { state: State }) => state !== 'scoring'

/** Who scores; the leader in front. */
export const membersOf = ({ db }: Reads, roundId: number) =>
  db
    .select({ of: awardPanel, expert })
    .from(awardPanel)
    .innerJoin(expert, eq(expert.id, awardPanel.expertId))
    .where(and(eq(awardPanel.roundId, roundId), isNull(awardPanel.leftAt)))
    .orderBy(asc(awardPanel.role), asc(awardPanel.expertId))
export type Member = Awaited<ReturnType<typeof membersOf>>[number]

/** Who did, and was taken out. */
export const leftOf = ({ db }: Reads, roundId: number) =>
  db
    .select({ of: awardPanel, expert })
    .from(awardPanel)
    .innerJoin(expert, eq(expert.id, awardPanel.expertId))
    .where(and(eq(awardPanel.roundId, roundId), sql`${awardPanel.leftAt} is not null`))
    .orderBy(asc(awardPanel.leftAt))

export const recusalsOf = ({ db }: Reads, roundId: number) =>
  db
    .select({ of: awardRecusal, name: expert.name })
    .from(awardRecusal)
    .innerJoin(expert, eq(expert.id, awardRecusal.expertId))
    .where(eq(awardRecusal.roundId, roundId))
    .orderBy(asc(awardRecusal.entryId), asc(awardRecusal.expertId))

/** Who is to score what, and whether they have: never what they said. */
export const assignmentsOf = ({ db }: Reads, roundIds: readonly number[]) =>
  db
    .select({
      roundId: awardScore.roundId,
      entryId: awardScore.entryId,
      expertId: awardScore.expertId,
      isSubmitted: sql<boolean>`${awardScore.submittedAt} is not null`,
    })
    .from(awardScore)
    .innerJoin(awardEntry, eq(awardEntry.id, awardScore.entryId))
    .innerJoin(application, eq(application.id, awardEntry.applicationId))
    .where(and(inArray(awardScore.roundId, [...roundIds]), sql`not ${hasLeft}`))

/** Withdrawn while it was being scored: what is missing of it is missed by nobody. */
const hasLeft = sql`(${application.state} = 'withdrawn')`
