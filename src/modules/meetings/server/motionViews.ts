import { and, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { ballotStateNames } from '#modules/ballots/ballotWords.ts'
import { ballot as ballots, ballotVoter } from '#modules/ballots/server/tables.ts'
import { baseWords, type MeetingRule, unitOf } from '../meetingRule.ts'
import { motionAnswerNames, motionVoteStateNames, voteWayNames } from '../meetingWords.ts'
import { appliedRule } from './attendances.ts'
import { type Meeting, readItems } from './meetings.ts'
import {
  baseOf,
  findMotionVote,
  isRecused,
  type MotionVote,
  type MotionVoter,
  readMotionVoters,
  readMotionVotes,
  resultOf,
} from './motionVotes.ts'
import { readSeats, type Seat, seatName } from './seats.ts'
import { motionVoter } from './tables.ts'

/** A vote with what is read of it every few seconds while it is open: counts, and no seat but those who stand aside. */
type Seen = {
  of: Meeting
  rule: MeetingRule
  vote: MotionVote
  title: string
  answered: number
  recused: readonly MotionVoter[]
  seats: readonly Seat[]
  /** State and turnout of its secret ballot. */
  ballot: Ballot | undefined
}
type Ballot = { id: number; stateName: string; voted: number; voters: number }

async function readSeen(ctx: Ctx, of: Meeting, seats: readonly Seat[], withVoid: boolean): Promise<Seen[]> {
  const rule = await appliedRule(ctx, of)
  const votes = await readMotionVotes(ctx, of.id, withVoid)
  if (votes.length === 0 || !rule?.vote) return []
  const titles = new Map((await readItems(ctx, of.id)).map(({ item, title }) => [item.id, title]))
  const ids = votes.map(({ id }) => id)
  const answered = await countAnswered(ctx, ids)
  const recused = Map.groupBy(
    await ctx.db
      .select()
      .from(motionVoter)
      .where(and(inArray(motionVoter.voteId, ids), ne(motionVoter.recusedReason, ''))),
    ({ voteId }) => voteId,
  )
  const ofBallots = await readBallots(ctx, votes)
  return votes.map(vote => ({
    of,
    rule,
    vote,
    title: titles.get(vote.itemId) ?? '',
    answered: answered.get(vote.id) ?? 0,
    recused: recused.get(vote.id) ?? [],
    seats,
    ballot: vote.ballotId === null ? undefined : ofBallots.get(vote.ballotId),
  }))
}

async function countAnswered({ db }: Ctx, ids: number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: motionVoter.voteId, n: sql<number>`count(*)`.mapWith(Number) })
    .from(motionVoter)
    .where(and(inArray(motionVoter.voteId, ids), isNotNull(motionVoter.answer)))
    .groupBy(motionVoter.voteId)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

async function readBallots({ db }: Ctx, votes: readonly MotionVote[]): Promise<Map<number, Ballot>> {
  const ids = votes.flatMap(({ ballotId }) => ballotId ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: ballots.id,
      state: ballots.state,
      voters: sql<number>`count(*) filter (where ${ballotVoter.struckReason} = '')`.mapWith(Number),
      voted: sql<number>`count(${ballotVoter.tookPart})`.mapWith(Number),
    })
    .from(ballots)
    .leftJoin(ballotVoter, eq(ballotVoter.ballotId, ballots.id))
    .where(inArray(ballots.id, ids))
    .groupBy(ballots.id)
  return new Map(rows.map(({ state, ...row }) => [row.id, { ...row, stateName: ballotStateNames[state] }]))
}

const nameOfSeat = (seats: readonly Seat[], id: number) => {
  const seat = seats.find(one => one.id === id)
  return seat ? seatName(seat) : ''
}
const answerName = (answer: MotionVoter['answer']) => (answer ? motionAnswerNames[answer] : '')

/** What everybody at the meeting may see: the base, who stands aside, and how many have voted. */
function viewOf({ vote, title, answered, recused, seats, rule, ballot }: Seen) {
  return {
    voteId: vote.id,
    itemId: vote.itemId,
    title,
    way: vote.way,
    wayName: voteWayNames[vote.way],
    state: vote.state,
    stateName: motionVoteStateNames[vote.state],
    openedAt: iso(vote.openedAt),
    closesAt: vote.closesAt && iso(vote.closesAt),
    base: baseWords(vote.base, unitOf(rule)),
    recused: recused.map(({ seatId, recusedReason }) => ({ name: nameOfSeat(seats, seatId), reason: recusedReason })),
    voters: ballot?.voters ?? vote.base.seats - vote.base.recusedSeats,
    voted: { hands: null, named: answered, secret: ballot?.voted ?? 0 }[vote.way],
  }
}

const resultFor = ({ of, rule, vote }: Seen) => (vote.state === 'closed' ? resultOf(rule, of, vote) : undefined)

/** Motions of a meeting for the secretary. */
export async function staffMotions(ctx: Ctx, of: Meeting) {
  const seats = await readSeats(ctx, of.id)
  const seen = await readSeen(ctx, of, seats, true)
  return {
    list: seen.map(one => {
      const { vote, ballot } = one
      const result = resultFor(one)
      return {
        ...viewOf(one),
        openedName: vote.openedName,
        closedAt: vote.closedAt && iso(vote.closedAt),
        closedName: vote.closedName,
        result: result?.words ?? '',
        passes: result?.passes ?? null,
        ballot: ballot ? { id: ballot.id, stateName: ballot.stateName } : null,
        voidReason: vote.voidReason,
      }
    }),
    present: baseOf(seats, of.isWritten).length,
  }
}

/** Seats of a vote by name: who has voted, and how once it is closed. */
export async function seatsOfMotion(ctx: Ctx, voteId: number) {
  const { vote, of } = await findMotionVote(ctx, voteId)
  if (vote.way !== 'named') return { list: [] }
  const seats = new Map((await readSeats(ctx, of.id)).map(seat => [seat.id, seatName(seat)]))
  return {
    list: (await readMotionVoters(ctx, [vote])).map(row => {
      // While a vote is open, only what staff typed themselves is shown to them.
      const isShown = vote.state !== 'open' || row.isTypedIn
      return {
        seatId: row.seatId,
        name: seats.get(row.seatId) ?? '',
        weight: row.weight,
        answer: isShown ? row.answer : null,
        answerName: isShown ? answerName(row.answer) : '',
        carrierName: row.carrierId === null ? '' : (seats.get(row.carrierId) ?? ''),
        recusedReason: row.recusedReason,
        hasVoted: row.answer !== null,
        isTypedIn: row.isTypedIn,
        answeredName: row.answeredName,
        answeredAt: row.answeredAt && iso(row.answeredAt),
      }
    }),
  }
}

/** For the big screen: what is under vote, and the last result, with figures where the charter publishes them. */
export async function screenMotions(ctx: Ctx, of: Meeting, seats: readonly Seat[]) {
  const seen = await readSeen(ctx, of, seats, false)
  const last = seen
    .filter(({ vote }) => vote.state === 'closed')
    .toSorted((one, other) => Number(other.vote.closedAt) - Number(one.vote.closedAt))[0]
  return seen.filter(one => one.vote.state === 'open' || one === last).map(publicView)
}

function publicView(one: Seen) {
  const result = resultFor(one)
  const verdict = result && (result.passes ? '通过' : '未通过')
  const words = one.rule.vote!.isPublished || result?.isQuorate === false ? result?.words : verdict
  return { ...viewOf(one), result: words ?? '', passes: result?.passes ?? null }
}

/** Motions for whoever holds these seats: the base, and the seats that they may vote for. */
export async function ownMotions(ctx: Ctx, of: Meeting, seats: readonly Seat[], mine: readonly Seat[]) {
  const seen = await readSeen(ctx, of, seats, false)
  const ids = mine.map(({ id }) => id)
  const votes = seen.flatMap(({ vote }) => (vote.way === 'named' ? vote.id : []))
  const own = Map.groupBy(
    await ctx.db
      .select()
      .from(motionVoter)
      .where(
        and(
          inArray(motionVoter.voteId, votes),
          or(inArray(motionVoter.seatId, ids), inArray(motionVoter.carrierId, ids)),
        ),
      )
      .orderBy(motionVoter.seatId),
    ({ voteId }) => voteId,
  )
  const isMine = (id: number) => ids.includes(id)
  return seen.map(one => ({
    ...publicView(one),
    showsNames: showsNames(one),
    own: (own.get(one.vote.id) ?? []).map(row => ({
      seatId: row.seatId,
      ...answerRow(row, seats),
      obstacle: obstacleOf(row, seats, isMine),
    })),
  }))
}

const showsNames = ({ vote, rule }: Pick<Seen, 'vote' | 'rule'>) =>
  vote.way === 'named' && vote.state === 'closed' && rule.vote!.isPublished

const answerRow = ({ seatId, weight, answer }: MotionVoter, seats: readonly Seat[]) => ({
  name: nameOfSeat(seats, seatId),
  weight,
  answer,
  answerName: answerName(answer),
})

/** How each seat voted, where the charter publishes votes. */
export async function namesOfMotion(ctx: Ctx, of: Meeting, vote: MotionVote, seats: readonly Seat[]) {
  const rule = await appliedRule(ctx, of)
  if (!rule?.vote || !showsNames({ vote, rule })) throw notFound('按会议规则不公开各席的表决，或表决还没有结束')
  const voters = (await readMotionVoters(ctx, [vote])).filter(row => !isRecused(row))
  return { list: voters.map(row => answerRow(row, seats)) }
}

/** Why the holder of these seats cannot vote for one; empty where they can. */
export function obstacleOf(row: MotionVoter, seats: readonly Seat[], isMine: (seatId: number) => boolean): string {
  if (isRecused(row)) return `回避（${row.recusedReason}），不参加表决`
  if (row.carrierId !== null && !isMine(row.carrierId)) return `已委托${nameOfSeat(seats, row.carrierId)}表决`
  return ''
}
