import { inArray } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { ballotStateNames } from '#modules/ballots/ballotWords.ts'
import { ballot as ballots, ballotVoter } from '#modules/ballots/server/tables.ts'
import { type MeetingRule, unitOf } from '../meetingRule.ts'
import { motionAnswerNames, motionVoteStateNames, voteWayNames } from '../meetingWords.ts'
import { ruleOf } from './attendances.ts'
import { type Meeting, readItems } from './meetings.ts'
import {
  baseOf,
  baseWords,
  isRecused,
  type MotionVote,
  type MotionVoter,
  readMotionVoters,
  readMotionVotes,
  resultOf,
} from './motionVotes.ts'
import { readSeats, type Seat, seatName } from './seats.ts'

type Seen = {
  of: Meeting
  rule: MeetingRule
  vote: MotionVote
  title: string
  voters: readonly MotionVoter[]
  seats: readonly Seat[]
  /** State and turnout of its secret ballot. */
  ballot: { id: number; stateName: string; voted: number; voters: number } | undefined
}

async function readSeen(ctx: Pick<Ctx, 'db'>, of: Meeting, withVoid: boolean): Promise<Seen[]> {
  const rule = await ruleOf(ctx as Ctx, of)
  const votes = await readMotionVotes(ctx, of.id, withVoid)
  if (votes.length === 0 || !rule.vote) return []
  const titles = new Map((await readItems(ctx, of.id)).map(({ item, title }) => [item.id, title]))
  const voters = Map.groupBy(await readMotionVoters(ctx, votes), ({ voteId }) => voteId)
  const seats = await readSeats(ctx, of.id)
  const ofBallots = await readBallots(ctx, votes)
  return votes.map(vote => ({
    of,
    rule,
    vote,
    title: titles.get(vote.itemId) ?? '',
    voters: voters.get(vote.id) ?? [],
    seats,
    ballot: vote.ballotId === null ? undefined : ofBallots.get(vote.ballotId),
  }))
}

async function readBallots({ db }: Pick<Ctx, 'db'>, votes: readonly MotionVote[]) {
  const ids = votes.flatMap(({ ballotId }) => ballotId ?? [])
  if (ids.length === 0) return new Map<number, NonNullable<Seen['ballot']>>()
  const rows = await db.select().from(ballots).where(inArray(ballots.id, ids))
  const roll = Map.groupBy(
    await db
      .select({
        ballotId: ballotVoter.ballotId,
        tookPart: ballotVoter.tookPart,
        struckReason: ballotVoter.struckReason,
      })
      .from(ballotVoter)
      .where(inArray(ballotVoter.ballotId, ids)),
    ({ ballotId }) => ballotId,
  )
  return new Map(
    rows.map(({ id, state }) => {
      const voters = (roll.get(id) ?? []).filter(({ struckReason }) => struckReason === '')
      const voted = voters.filter(({ tookPart }) => tookPart !== null).length
      return [id, { id, stateName: ballotStateNames[state], voted, voters: voters.length }]
    }),
  )
}

const nameOfSeat = (seats: readonly Seat[], id: number) => {
  const seat = seats.find(one => one.id === id)
  return seat ? seatName(seat) : ''
}
const answerName = (answer: MotionVoter['answer']) => (answer ? motionAnswerNames[answer] : '')

/** What everybody at the meeting may see: the base, who stands aside, and how many have voted. */
function viewOf({ vote, title, voters, seats, rule, ballot }: Seen) {
  const voting = voters.filter(one => !isRecused(one))
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
    base: baseWords(voters, rule),
    recused: voters
      .filter(isRecused)
      .map(({ seatId, recusedReason }) => ({ name: nameOfSeat(seats, seatId), reason: recusedReason })),
    voters: ballot?.voters ?? voting.length,
    voted:
      vote.way === 'hands'
        ? null
        : vote.way === 'secret'
          ? (ballot?.voted ?? 0)
          : voting.filter(({ answer }) => answer !== null).length,
  }
}

const resultFor = ({ of, rule, vote, voters }: Seen) =>
  vote.state === 'closed' ? resultOf(rule, of, vote, voters) : undefined

/** Motions of a meeting for the secretary: who has voted, and how once the vote is closed. */
export async function staffMotions(ctx: Ctx, of: Meeting) {
  const seen = await readSeen(ctx, of, true)
  const seats = await readSeats(ctx, of.id)
  return {
    unit: unitOf(await ruleOf(ctx, of)),
    list: seen.map(one => {
      const { vote, voters, ballot } = one
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
        seats:
          vote.way === 'named'
            ? voters.map(row => {
                // While a vote is open, only what staff typed themselves is shown to them.
                const isShown = vote.state !== 'open' || row.isTypedIn
                return {
                  seatId: row.seatId,
                  name: nameOfSeat(seats, row.seatId),
                  weight: row.weight,
                  answer: isShown ? row.answer : null,
                  answerName: isShown ? answerName(row.answer) : '',
                  carrierName: row.carrierId === null ? '' : nameOfSeat(seats, row.carrierId),
                  recusedReason: row.recusedReason,
                  hasVoted: row.answer !== null,
                  isTypedIn: row.isTypedIn,
                  answeredName: row.answeredName,
                  answeredAt: row.answeredAt && iso(row.answeredAt),
                }
              })
            : [],
      }
    }),
    present: baseOf(seats, of.isWritten).map(({ seat }) => ({ seatId: seat.id, name: seatName(seat) })),
  }
}

/** For the big screen: what is under vote, and the last result, with figures where the charter publishes them. */
export async function screenMotions(ctx: Ctx, of: Meeting) {
  const seen = await readSeen(ctx, of, false)
  const last = seen
    .filter(({ vote }) => vote.state === 'closed')
    .toSorted((one, other) => Number(other.vote.closedAt) - Number(one.vote.closedAt))[0]
  return seen.filter(one => one.vote.state === 'open' || one === last).map(publicView)
}

function publicView(one: Seen) {
  const result = resultFor(one)
  const words = result && (one.rule.vote!.isPublished ? result.words : result.passes ? '通过' : '未通过')
  return { ...viewOf(one), result: words ?? '', passes: result?.passes ?? null }
}

/** Motions for whoever holds these seats: what they may vote on, and the names where the charter publishes votes. */
export async function ownMotions(ctx: Ctx, of: Meeting, mine: readonly Seat[]) {
  const seen = await readSeen(ctx, of, false)
  const isMine = (id: number) => mine.some(seat => seat.id === id)
  return seen.map(one => {
    const { vote, voters, seats, rule } = one
    const showsNames = vote.way === 'named' && vote.state === 'closed' && rule.vote!.isPublished
    const rowOf = ({ seatId, weight, answer }: MotionVoter) => ({
      name: nameOfSeat(seats, seatId),
      weight,
      answer,
      answerName: answerName(answer),
    })
    return {
      ...publicView(one),
      names: showsNames ? voters.filter(row => !isRecused(row)).map(rowOf) : [],
      own:
        vote.way === 'named'
          ? voters
              .filter(({ seatId, carrierId }) => isMine(seatId) || (carrierId !== null && isMine(carrierId)))
              .map(row => ({ seatId: row.seatId, ...rowOf(row), obstacle: obstacleOf(row, seats, isMine) }))
          : [],
    }
  })
}

/** Why the holder of these seats cannot vote for one; empty where they can. */
export function obstacleOf(row: MotionVoter, seats: readonly Seat[], isMine: (seatId: number) => boolean): string {
  if (isRecused(row)) return `回避（${row.recusedReason}），不参加表决`
  if (row.carrierId !== null && !isMine(row.carrierId)) return `已委托${nameOfSeat(seats, row.carrierId)}表决`
  return ''
}
