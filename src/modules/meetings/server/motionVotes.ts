import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import {
  type Heads,
  type MeetingRule,
  type MotionBase,
  quorumOf,
  resultWords,
  tallyOf,
  unitOf,
  type Votes,
} from '../meetingRule.ts'
import type { Outcome } from '../meetingWords.ts'
import type { Meeting } from './meetings.ts'
import { isRepresented, isThere, readSeats, type Seat, seatName } from './seats.ts'
import { meeting, meetingItem, motionVote, motionVoter } from './tables.ts'

export type MotionVote = typeof motionVote.$inferSelect
export type MotionVoter = typeof motionVoter.$inferSelect
type Db = Pick<Ctx, 'db'>

/** Votes on the motions of a meeting, earliest first; those declared void only `withVoid`. */
export async function readMotionVotes({ db }: Db, meetingId: number, withVoid = false): Promise<MotionVote[]> {
  const rows = await db
    .select({ of: motionVote })
    .from(motionVote)
    .innerJoin(meetingItem, eq(meetingItem.id, motionVote.itemId))
    .where(and(eq(meetingItem.meetingId, meetingId), withVoid ? undefined : ne(motionVote.state, 'void')))
    .orderBy(asc(motionVote.id))
  return rows.map(({ of }) => of)
}

export const readMotionVoters = ({ db }: Db, votes: readonly Pick<MotionVote, 'id'>[]): Promise<MotionVoter[]> =>
  db
    .select()
    .from(motionVoter)
    .where(
      inArray(
        motionVoter.voteId,
        votes.map(({ id }) => id),
      ),
    )
    .orderBy(asc(motionVoter.seatId))

/** The vote, its motion and its meeting; `lock` holds the row of the vote. */
export async function findMotionVote({ db }: Db, id: number, lock?: 'update' | 'share') {
  const query = db.select().from(motionVote).where(eq(motionVote.id, id))
  const [vote] = await (lock ? query.for(lock) : query)
  if (!vote) throw notFound('没有这次表决')
  const [found] = await db
    .select({ of: meeting, item: meetingItem })
    .from(meetingItem)
    .innerJoin(meeting, eq(meeting.id, meetingItem.meetingId))
    .where(eq(meetingItem.id, vote.itemId))
  return { vote, of: found!.of, item: found!.item }
}

/** A seat that can vote now, and the seat whose holder votes for it. */
export type BaseSeat = { seat: Seat; carrier: Seat | null }

/** Some posts carry a seat without a vote. */
export const hasVote = ({ weight }: Pick<Seat, 'weight'>) => weight > 0

/** Who has a vote at this moment: those who are there, with their proxies; in a written procedure every seat with a vote. */
export function baseOf(seats: readonly Seat[], isWritten: boolean): BaseSeat[] {
  if (isWritten) return seats.filter(hasVote).map(seat => ({ seat, carrier: null }))
  return seats.filter(hasVote).flatMap((seat): BaseSeat[] => {
    if (isThere(seat)) return [{ seat, carrier: null }]
    const carrier = isRepresented(seat, seats) && seats.find(({ id }) => id === seat.proxySeatId)
    return carrier ? [{ seat, carrier }] : []
  })
}

/** Seats of a meeting with their attendance: in a written procedure whoever voted counts as having come. */
export async function readAttending(ctx: Db, of: Pick<Meeting, 'id' | 'isWritten'>): Promise<Seat[]> {
  const seats = await readSeats(ctx, of.id)
  if (!of.isWritten) return seats
  const voters = await readMotionVoters(ctx, await readMotionVotes(ctx, of.id))
  const cameAt = new Map(
    voters.flatMap(({ seatId, answeredAt }) => (answeredAt ? [[seatId, answeredAt] as const] : [])),
  )
  return seats.map(seat => ({ ...seat, reply: null, arrivedAt: cameAt.get(seat.id) ?? null, leftAt: null }))
}

const weightOf = (voters: readonly Pick<MotionVoter, 'weight'>[]) => voters.reduce((sum, { weight }) => sum + weight, 0)
export const isRecused = ({ recusedReason }: Pick<MotionVoter, 'recusedReason'>) => recusedReason !== ''

/** Seats and votes of these, as they are frozen with a vote. */
export function sizeOf(voters: readonly Pick<MotionVoter, 'weight' | 'carrierId' | 'recusedReason'>[]): MotionBase {
  const recused = voters.filter(isRecused)
  return {
    seats: voters.length,
    units: weightOf(voters),
    carried: voters.filter(({ carrierId }) => carrierId !== null).length,
    recusedSeats: recused.length,
    recused: weightOf(recused),
  }
}

/** 示例机电有限公司：所在单位的事项. */
export const recusalWords = (base: readonly BaseSeat[], reasons: ReadonlyMap<number, string>) =>
  base.flatMap(({ seat }) => (reasons.has(seat.id) ? [`${seatName(seat)}：${reasons.get(seat.id)}`] : []))

export type MotionResult = {
  heads: Heads
  votes: Votes
  /** In a written procedure those who voted are the quorum. */
  isQuorate: boolean
  passes: boolean
  words: string
}

/** The result of a vote that is closed. */
export function resultOf(
  rule: MeetingRule,
  { isWritten }: Pick<Meeting, 'isWritten'>,
  vote: Pick<MotionVote, 'entitled' | 'base' | 'cast' | 'yes' | 'no' | 'abstained'>,
): MotionResult {
  const { units, recused } = vote.base
  const cast = vote.cast ?? 0
  const heads = { entitled: vote.entitled, present: isWritten ? cast + recused : units }
  const votes = { yes: vote.yes ?? 0, no: vote.no ?? 0, abstained: vote.abstained ?? 0, recused }
  const needed = quorumOf(rule, vote.entitled)
  const isQuorate = !isWritten || needed === null || cast >= needed
  const unit = unitOf(rule)
  return {
    heads,
    votes,
    isQuorate,
    passes: isQuorate && tallyOf(rule.vote!, heads, votes).passes,
    words: isQuorate
      ? resultWords(rule.vote!, heads, votes)
      : `参加表决 ${cast} ${unit}，不足规定的 ${needed} ${unit}，不能形成决议`,
  }
}

/** What a closed vote decided, and the reason where the motion has not passed. */
export function decisionBy({ isQuorate, passes }: MotionResult): { outcome: Outcome; reason: string } {
  if (!isQuorate) return { outcome: 'postpone', reason: '参加表决的不足规定，没有形成决议' }
  return passes ? { outcome: 'pass', reason: '' } : { outcome: 'reject', reason: '表决没有达到规定的票数' }
}

/** Results by item of a meeting whose motions were voted on one by one. */
export async function readResults(ctx: Db, of: Meeting, rule: MeetingRule): Promise<Map<number, MotionResult>> {
  if (!rule.vote) return new Map()
  const votes = (await readMotionVotes(ctx, of.id)).filter(({ state }) => state === 'closed')
  return new Map(votes.map(vote => [vote.itemId, resultOf(rule, of, vote)]))
}

/** 由王芳于 2026-12-08 10:32. */
export const closedWords = ({ closedName, closedAt }: MotionVote) =>
  `由 ${closedName} 于 ${closedAt ? minute(iso(closedAt)) : ''}`
