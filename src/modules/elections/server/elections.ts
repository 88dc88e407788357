import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName } from '#lib/server/registers/registerColumns.ts'
import { conflictMessage } from '#modules/audit/server/changes.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { defineSubject } from '#modules/messages/server/subjects.ts'
import { body } from '#modules/posts/server/tables.ts'
import { stepNames } from '../calendar.ts'
import { electionFilters, SOON_DAYS } from '../electionFilters.ts'
import { type ElectionState, electionStateNames } from '../electionWords.ts'
import { defaultRules, type ElectionRules } from '../rules.ts'
import { nextStepColumns } from './steps.ts'
import {
  election,
  electionCandidate,
  electionContest,
  electionObjection,
  electionRound,
  electionRule,
  electionVoter,
} from './tables.ts'

export type Election = typeof election.$inferSelect
export type Contest = typeof electionContest.$inferSelect
export type Voter = typeof electionVoter.$inferSelect
export type Objection = typeof electionObjection.$inferSelect
export type Candidate = typeof electionCandidate.$inferSelect
export type Round = typeof electionRound.$inferSelect
type Db = Pick<Ctx, 'db'>

defineSubject('election', election)

export async function findElection({ db }: Db, id: number): Promise<Election> {
  const [found] = await db.select().from(election).where(eq(election.id, id))
  if (!found) throw notFound('没有这次换届选举')
  return found
}

/** Locks an election, so that two acts on it follow each other. */
export async function lockElection(ctx: Db, id: number): Promise<Election> {
  const [found] = await ctx.db.select().from(election).where(eq(election.id, id)).for('update')
  return found ?? findElection(ctx, id)
}

/** The same as its reader has seen it. */
export async function lockSeen(
  ctx: Ctx,
  { id, version }: { id: number; version?: number | undefined },
): Promise<Election> {
  const of = await lockElection(ctx, id)
  if (of.version !== version) throw conflict(await conflictMessage(ctx, { objectType: 'election', objectId: id }))
  return of
}

export function refuseUnless(of: Election, ...states: ElectionState[]): void {
  if (!states.includes(of.state)) throw conflict(`换届选举现在是“${electionStateNames[of.state]}”，不能这样办理`)
}

export async function writeElection(ctx: Ctx, { id }: Pick<Election, 'id'>, set: Partial<Election>): Promise<Election> {
  const [after] = await ctx.db
    .update(election)
    .set({ ...set, version: sql`${election.version} + 1`, updatedAt: ctx.now })
    .where(eq(election.id, id))
    .returning()
  return keepNextStep(ctx, after!)
}

/** Notes the step that is due next, where it has changed. */
export async function keepNextStep({ db }: Db, of: Election): Promise<Election> {
  const next = nextStepColumns(of)
  if (next.nextStep === of.nextStep && next.nextDay === of.nextDay) return of
  const [after] = await db.update(election).set(next).where(eq(election.id, of.id)).returning()
  return after!
}

export const movedOf = ({ id, version }: Election) => ({ id, version })
export const named = ({ id, title }: Pick<Election, 'id' | 'title'>) => ({
  objectType: 'election',
  objectId: id,
  objectName: title,
})

/** Moves an election to its next state, and notes it. */
export async function moveElection(
  ctx: Ctx,
  of: Election,
  action: string,
  set: Partial<Election> & { state: ElectionState },
  detail: Record<string, unknown> = {},
): Promise<Election> {
  const after = await writeElection(ctx, of, set)
  const stateOf = ({ state }: Election) => ({ 状态: electionStateNames[state] })
  await recordChange(ctx, {
    action: `election.${action}`,
    ...named(of),
    detail,
    before: stateOf(of),
    after: { ...stateOf(after), ...detail },
  })
  return after
}

/** The rules of a body: its own, or those by default. */
export async function rulesOfBody({ db }: Db, bodyId: number): Promise<ElectionRules> {
  const [found] = await db.select().from(electionRule).where(eq(electionRule.bodyId, bodyId))
  return found?.rules ?? defaultRules
}

export const readContests = ({ db }: Db, electionId: number): Promise<Contest[]> =>
  db
    .select()
    .from(electionContest)
    .where(eq(electionContest.electionId, electionId))
    .orderBy(asc(electionContest.sort), asc(electionContest.id))

export const readVoters = ({ db }: Db, electionId: number): Promise<Voter[]> =>
  db
    .select()
    .from(electionVoter)
    .where(eq(electionVoter.electionId, electionId))
    .orderBy(asc(electionVoter.sort), asc(electionVoter.id))

export const readObjections = ({ db }: Db, electionId: number): Promise<Objection[]> =>
  db
    .select()
    .from(electionObjection)
    .where(eq(electionObjection.electionId, electionId))
    .orderBy(asc(electionObjection.id))

export async function readCandidates({ db }: Db, electionId: number): Promise<Candidate[]> {
  const rows = await db
    .select({ of: electionCandidate })
    .from(electionCandidate)
    .innerJoin(electionContest, eq(electionContest.id, electionCandidate.contestId))
    .where(eq(electionContest.electionId, electionId))
    .orderBy(asc(electionContest.sort), asc(electionCandidate.id))
  return rows.map(row => row.of)
}

/** A candidate of this election, with the contest that they stand in. */
export async function findCandidate({ db }: Db, electionId: number, id: number) {
  const [found] = await db
    .select({ of: electionCandidate, contest: electionContest })
    .from(electionCandidate)
    .innerJoin(electionContest, eq(electionContest.id, electionCandidate.contestId))
    .where(and(eq(electionCandidate.id, id), eq(electionContest.electionId, electionId)))
  if (!found) throw notFound('没有这名候选人')
  return found
}

export const readRounds = ({ db }: Db, electionId: number): Promise<Round[]> =>
  db
    .select()
    .from(electionRound)
    .where(eq(electionRound.electionId, electionId))
    .orderBy(asc(electionRound.number), asc(electionRound.id))

export const nameOfContest = (postName: string, { groupName }: Pick<Contest, 'groupName'>) =>
  groupName ? `${postName}（${groupName}）` : postName

async function readEntries({ db }: Db, ids: readonly number[]) {
  return db
    .select({
      of: election,
      bodyName: body.name,
      seats: sql<number>`(select coalesce(sum(${electionContest.seats}), 0) from ${electionContest}
        where ${electionContest.electionId} = ${election.id})`.mapWith(Number),
      voters: sql<number>`(select count(*) from ${electionVoter}
        where ${electionVoter.electionId} = ${election.id} and ${electionVoter.isEntitled})`.mapWith(Number),
    })
    .from(election)
    .innerJoin(body, eq(body.id, election.bodyId))
    .where(inArray(election.id, [...ids]))
}
type Entry = Awaited<ReturnType<typeof readEntries>>[number]

export const toRow = ({ of, bodyName, seats, voters }: Entry) => ({
  id: of.id,
  title: of.title,
  bodyName,
  termNumber: of.termNumber,
  termEnds: of.termEnds,
  votesOn: of.votesOn,
  seats,
  voters,
  state: of.state,
  stateName: electionStateNames[of.state],
})

export async function readEntry(ctx: Db, id: number): Promise<Entry> {
  const [found] = await readEntries(ctx, [id])
  if (!found) throw notFound('没有这次换届选举')
  return found
}

const TODAY = sql`(now() at time zone 'Asia/Shanghai')::date`

/** 换届选举: elections by the end of the term, the next one first. */
export const electionRegister = defineRegister({
  name: '换届选举',
  views: { code: 'election', permission: 'staff:elections' },
  filters: electionFilters,
  from: sql`${election} join ${body} on ${body.id} = ${election.bodyId}`,
  id: election.id,
  newest: election.termEnds,
  where: {
    key: words =>
      sql`(${containsWords(election.title, words)} or ${containsWords(election.termNumber, words)} or ${containsWords(election.place, words)})`,
    bodyId: election.bodyId,
    state: election.state,
    due: which =>
      which === 'late'
        ? sql`${election.nextDay} < ${TODAY}`
        : sql`${election.nextDay} between ${TODAY} and ${TODAY} + ${SOON_DAYS}::int`,
    endsFrom: day => sql`${election.termEnds} >= ${day}`,
    endsTo: day => sql`${election.termEnds} <= ${day}`,
  },
  read: readEntries,
  row: toRow,
  columns: {
    title: { heading: '名称', width: 36, value: ({ of }) => of.title, sort: byName(election.title) },
    bodyName: { heading: '机构', width: 20, value: row => row.bodyName, sort: byName(body.name) },
    termNumber: { heading: '新一届', width: 12, value: ({ of }) => of.termNumber, sort: election.termNumber },
    termEnds: { heading: '本届届满', width: 12, value: ({ of }) => of.termEnds, sort: election.termEnds, nowrap: true },
    votesOn: {
      heading: '投票日',
      width: 12,
      value: ({ of }) => of.votesOn,
      sort: sql`coalesce(${election.votesOn}, 'infinity')`,
      empty: '未定',
      nowrap: true,
    },
    nextDay: {
      heading: '下一步',
      width: 30,
      value: ({ of }) => (of.nextStep && of.nextDay ? `${stepNames[of.nextStep]}，最晚 ${of.nextDay}` : ''),
      sort: sql`coalesce(${election.nextDay}, 'infinity')`,
      empty: '—',
    },
    place: { heading: '地点', width: 24, value: ({ of }) => of.place, empty: '—' },
    seats: { heading: '名额', width: 8, value: row => row.seats, isFigure: true },
    voters: { heading: '选举人', width: 8, value: row => row.voters, isFigure: true },
    stateName: {
      heading: '状态',
      width: 12,
      value: ({ of }) => electionStateNames[of.state],
      sort: election.state,
      nowrap: true,
    },
  },
  listed: ['title', 'bodyName', 'termNumber', 'termEnds', 'votesOn', 'nextDay', 'seats', 'voters', 'stateName'],
})

/** Whoever won a place and has not turned it down. */
export const isElected = ({ outcome, consent }: Pick<Candidate, 'outcome' | 'consent'>): boolean =>
  outcome === 'elected' && consent !== 'declined'

export const todayOf = ({ now }: Pick<Ctx, 'now'>) => dayOf(now)
