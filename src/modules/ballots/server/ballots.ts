import { eq, inArray, sql } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { conflictMessage } from '#modules/audit/server/changes.ts'
import { ballotFilters } from '../ballotFilters.ts'
import { ballotStateNames, secrecyNames } from '../ballotWords.ts'
import { ballot, ballotVoter } from './tables.ts'

export type Ballot = typeof ballot.$inferSelect
export type Voter = typeof ballotVoter.$inferSelect

export async function findBallot({ db }: Pick<Ctx, 'db'>, id: number): Promise<Ballot> {
  const [found] = await db.select().from(ballot).where(eq(ballot.id, id))
  if (!found) throw notFound('没有这次投票')
  return found
}

export async function findBallotByKey({ db }: Pick<Ctx, 'db'>, key: string): Promise<Ballot> {
  const [found] = await db.select().from(ballot).where(eq(ballot.key, key))
  if (!found) throw notFound('没有这次投票')
  return found
}

/**
 * Locks a ballot for a change of its state. Votes hold a share of this lock, so that one which has been accepted is counted,
 * and one which comes later is refused.
 */
export async function lockBallot(ctx: Pick<Ctx, 'db'>, id: number): Promise<Ballot> {
  const [found] = await ctx.db.select().from(ballot).where(eq(ballot.id, id)).for('update')
  return found ?? findBallot(ctx, id)
}

/** The same as its reader has seen it. */
export async function lockSeen(
  ctx: Ctx,
  { id, version }: { id: number; version?: number | undefined },
): Promise<Ballot> {
  const of = await lockBallot(ctx, id)
  if (of.version !== version) throw conflict(await conflictMessage(ctx, { objectType: 'ballot', objectId: id }))
  return of
}

export function refuseUnless(of: Ballot, ...states: Ballot['state'][]): void {
  if (!states.includes(of.state)) throw conflict(`这次投票${ballotStateNames[of.state]}，不能这样办理`)
}

export async function writeBallot(ctx: Ctx, { id }: Pick<Ballot, 'id'>, set: Partial<Ballot>): Promise<Ballot> {
  const [after] = await ctx.db
    .update(ballot)
    .set({ ...set, version: sql`${ballot.version} + 1`, updatedAt: ctx.now })
    .where(eq(ballot.id, id))
    .returning()
  return after!
}

export const movedOf = ({ id, version }: Ballot) => ({ id, version })
export const named = ({ id, title }: Ballot) => ({ objectType: 'ballot', objectId: id, objectName: title })

const notStruck = sql`${ballotVoter.struckReason} = ''`
const countOf = (condition: ReturnType<typeof sql>) =>
  sql<number>`count(*) filter (where ${notStruck} and ${condition})`.mapWith(Number)
const unitsOf = (condition: ReturnType<typeof sql>) =>
  sql<number>`coalesce(sum(${ballotVoter.weight}) filter (where ${notStruck} and ${condition}), 0)`.mapWith(Number)
const isOnline = sql`${ballotVoter.tookPart} = 'online'`
const isPaper = sql`${ballotVoter.tookPart} = 'paper'`

/** Counts the roll without those who were struck off. */
export async function readRoll({ db }: Pick<Ctx, 'db'>, { id }: Pick<Ballot, 'id'>) {
  const [counted] = await db
    .select({
      voters: countOf(sql`true`),
      units: unitsOf(sql`true`),
      online: countOf(isOnline),
      onlineUnits: unitsOf(isOnline),
      paper: countOf(isPaper),
      paperUnits: unitsOf(isPaper),
    })
    .from(ballotVoter)
    .where(eq(ballotVoter.ballotId, id))
  return counted!
}
export type Roll = Awaited<ReturnType<typeof readRoll>>

/** Joins the roll: within a query of one table, columns of another are not told apart by their tables' names. */
const readEntries = ({ db }: Pick<Ctx, 'db'>, ids: readonly number[]) =>
  db
    .select({
      of: ballot,
      voters: countOf(sql`true`),
      tookPart: sql<number>`count(${ballotVoter.tookPart})`.mapWith(Number),
    })
    .from(ballot)
    .leftJoin(ballotVoter, eq(ballotVoter.ballotId, ballot.id))
    .where(inArray(ballot.id, [...ids]))
    .groupBy(ballot.id)
type Entry = Awaited<ReturnType<typeof readEntries>>[number]

export const toRow = ({ of, voters, tookPart }: Entry) => ({
  id: of.id,
  title: of.title,
  secrecy: of.secrecy,
  state: of.state,
  stateName: ballotStateNames[of.state],
  opensAt: iso(of.opensAt),
  closesAt: iso(of.closesAt),
  voters,
  tookPart,
})

export const readEntry = async (ctx: Pick<Ctx, 'db'>, id: number): Promise<Entry> => {
  const [entry] = await readEntries(ctx, [id])
  if (!entry) throw notFound('没有这次投票')
  return entry
}

/** 投票: ballots with their time, state and turnout. */
export const ballotRegister = defineRegister({
  name: '投票',
  views: { code: 'ballot', permission: 'staff:ballots' },
  filters: ballotFilters,
  from: sql`${ballot}`,
  id: ballot.id,
  newest: ballot.closesAt,
  where: {
    key: words => containsWords(ballot.title, words),
    state: ballot.state,
    secrecy: ballot.secrecy,
    closesFrom: day => sql`(${ballot.closesAt} at time zone 'Asia/Shanghai')::date >= ${day}`,
    closesTo: day => sql`(${ballot.closesAt} at time zone 'Asia/Shanghai')::date <= ${day}`,
  },
  read: readEntries,
  row: toRow,
  columns: {
    title: { heading: '名称', width: 36, value: ({ of }) => of.title, sort: ballot.title },
    secrecy: { heading: '方式', width: 10, value: ({ of }) => secrecyNames[of.secrecy], sort: ballot.secrecy },
    opensAt: { heading: '开始', width: 18, value: ({ of }) => shown(of.opensAt), sort: ballot.opensAt, nowrap: true },
    closesAt: {
      heading: '截止',
      width: 18,
      value: ({ of }) => shown(of.closesAt),
      sort: ballot.closesAt,
      nowrap: true,
    },
    voters: { heading: '投票人', width: 10, value: ({ voters }) => voters, isFigure: true },
    tookPart: { heading: '已参加', width: 10, value: ({ tookPart }) => tookPart, isFigure: true },
    stateName: {
      heading: '状态',
      width: 14,
      value: ({ of }) => ballotStateNames[of.state],
      sort: ballot.state,
      nowrap: true,
    },
  },
  listed: ['title', 'secrecy', 'opensAt', 'closesAt', 'voters', 'tookPart', 'stateName'],
})

const shown = (at: Date) => minute(iso(at))
