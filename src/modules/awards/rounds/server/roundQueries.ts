import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { awardEntry } from '#modules/awards/server/tables.ts'
import { expert } from '#modules/experts/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import type { State } from '#modules/review/workflow.ts'
import type { Round } from './roundCase.ts'
import { awardPanel, awardRecusal, awardRoundEntry, awardScore } from './tables.ts'

type ReadCtx = Pick<Ctx, 'db'>

/** Experts may write scores: until the end of the last day, in Shanghai. */
export const isScoring = ({ state, dueOn }: Round, now: Date) => state === 'open' && dayOf(now) <= dueOn

export const applicantName = sql<string>`coalesce(${organisation.name}, ${person.name}, '')`

/** Entries of a round, in their order. */
export const entriesOf = ({ db }: ReadCtx, roundId: number) =>
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

/** Current members of the panel, the leader first. */
export const membersOf = ({ db }: ReadCtx, roundId: number) =>
  db
    .select({ of: awardPanel, expert })
    .from(awardPanel)
    .innerJoin(expert, eq(expert.id, awardPanel.expertId))
    .where(and(eq(awardPanel.roundId, roundId), isNull(awardPanel.leftAt)))
    .orderBy(asc(awardPanel.role), asc(awardPanel.expertId))
export type Member = Awaited<ReturnType<typeof membersOf>>[number]

export const formerMembersOf = ({ db }: ReadCtx, roundId: number) =>
  db
    .select({ of: awardPanel, expert })
    .from(awardPanel)
    .innerJoin(expert, eq(expert.id, awardPanel.expertId))
    .where(and(eq(awardPanel.roundId, roundId), sql`${awardPanel.leftAt} is not null`))
    .orderBy(asc(awardPanel.leftAt))

export const recusalsOf = ({ db }: ReadCtx, roundId: number) =>
  db
    .select({ of: awardRecusal, name: expert.name })
    .from(awardRecusal)
    .innerJoin(expert, eq(expert.id, awardRecusal.expertId))
    .where(eq(awardRecusal.roundId, roundId))
    .orderBy(asc(awardRecusal.entryId), asc(awardRecusal.expertId))

/** Assignments and whether each score was submitted; never the scores. */
export const assignmentsOf = ({ db }: ReadCtx, roundIds: readonly number[]) =>
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
