import type { Parsed } from '#lib/contract.ts'
import { iso, minute } from '#lib/dates.ts'
import { conflict, forbidden, invalid, Refusal } from '#lib/error.ts'
import type { FieldErrors } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { record } from '#modules/audit/server/record.ts'
import type { meetingsContract } from '../contract.ts'
import { motionAnswerNames } from '../meetingWords.ts'
import { aboutMotion, refuseClosed } from './motionClosing.ts'
import { obstacleOf } from './motionViews.ts'
import { findMotionVote, type MotionVoter } from './motionVotes.ts'
import { lockVoters, writeAnswer } from './motionVoting.ts'
import { readSeats, type Seat, seatName } from './seats.ts'

type Given = Parsed<(typeof meetingsContract)['POST /meeting/vote']>

/**
 * Takes in votes by name. The share of the lock on the vote lets votes come side by side, and the closing wait for them:
 * one that was accepted is counted, one that comes later is refused.
 */
export async function castVotes(ctx: Ctx, { voteId, votes }: Given, mineOf: (seats: readonly Seat[]) => Seat[]) {
  return inTransaction(ctx, async tx => {
    const { vote, of, item } = await findMotionVote(tx, voteId, 'share')
    const seats = await readSeats(tx, of.id)
    const mine = mineOf(seats)
    if (mine.length === 0) throw forbidden('您不在这次会议的应到名单中，不能表决')
    refuseClosed(vote)
    if (vote.way !== 'named') throw conflict('这次表决不在这里投票')
    if (vote.closesAt && vote.closesAt <= tx.now) throw conflict('表决已截止，没有收下')
    const isMine = (id: number) => mine.some(seat => seat.id === id)
    const rows = await lockVoters(
      tx,
      voteId,
      votes.map(({ seatId }) => seatId),
    )
    const refused: FieldErrors = {}
    const stale: FieldErrors = {}
    for (const [i, given] of votes.entries()) {
      const row = rows.find(({ seatId }) => seatId === given.seatId)
      const fault = strangerFault(row, isMine) || (row && obstacleOf(row, seats, isMine))
      if (fault) refused[`votes.${i}`] = fault
      else if (row!.answer !== given.answer && row!.answer !== given.before)
        stale[`votes.${i}`] = staleWords(row!, seats)
    }
    const [fault] = Object.values(refused)
    if (fault) throw invalid(fault, { ...refused, ...stale })
    const [other] = Object.values(stale)
    if (other) throw new Refusal(409, other, stale)
    const answeredName = await ownName(tx)
    const changed = votes.filter(({ seatId, answer }) => rows.find(row => row.seatId === seatId)!.answer !== answer)
    for (const { seatId, answer } of changed)
      await writeAnswer(tx, rows.find(row => row.seatId === seatId)!, {
        answer,
        answeredAt: tx.now,
        answeredName,
        isTypedIn: false,
      })
    const names = (some: Given['votes']) => some.map(({ seatId }) => seatName(seats.find(({ id }) => id === seatId)!))
    // The log says that a seat voted; how it did is read in the vote once that is closed.
    if (changed.length > 0)
      await record(tx, {
        action: 'meeting.vote',
        ...(await aboutMotion(tx, of, item.id)),
        detail: { 席位: names(changed) },
      })
    return { seats: names(votes) }
  })
}

const strangerFault = (row: MotionVoter | undefined, isMine: (seatId: number) => boolean): string => {
  if (!row) return '不在这次表决的基数中：开始表决时没有到会，或该席位没有表决权'
  return isMine(row.seatId) || (row.carrierId !== null && isMine(row.carrierId)) ? '' : '这不是您的席位，不能代为表决'
}

const staleWords = (row: MotionVoter, seats: readonly Seat[]) => {
  const seat = seatName(seats.find(({ id }) => id === row.seatId)!)
  return row.answer === null
    ? `${seat}的意见已被清除，没有改动；请刷新后再投`
    : `${seat}已由${row.answeredName}于 ${minute(iso(row.answeredAt!))} 投“${motionAnswerNames[row.answer]}”，没有改动；请刷新后再决定`
}
