import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { iso, minute } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import type { FieldErrors } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { baseWords, type MeetingRule, quorumFault, unitOf } from '../meetingRule.ts'
import { type MotionAnswer, motionAnswerNames, motionVoteStateNames, voteWayNames } from '../meetingWords.ts'
import type { staffMeetingContract } from '../staffContract.ts'
import { ruleOf } from './attendances.ts'
import { tellSeats, votingTemplate } from './invitation.ts'
import { type Item, type Meeting, readItems, readMeeting } from './meetings.ts'
import { discardDraft, prepareBallot } from './motionBallot.ts'
import { aboutMotion, type Counts, countNamed, refuseClosed, writeResult, writeVoid } from './motionClosing.ts'
import { seatsOfMotion, staffMotions } from './motionViews.ts'
import {
  type BaseSeat,
  baseOf,
  findMotionVote,
  hasVote,
  isRecused,
  type MotionVote,
  type MotionVoter,
  readMotionVoters,
  readMotionVotes,
  recusalWords,
  sizeOf,
} from './motionVotes.ts'
import { lockMeeting } from './planning.ts'
import { countHeads, readSeats, type Seat, seatName } from './seats.ts'
import { meeting, motionVote, motionVoter } from './tables.ts'

type Endpoints = typeof staffMeetingContract
type Opening = Parsed<Endpoints['POST /staff/meeting/vote/open']>

async function openVotes(ctx: Ctx, given: Opening): Promise<Output<Endpoints['POST /staff/meeting/vote/open']>> {
  return inTransaction(ctx, async tx => {
    const of = await lockMeeting(tx, given)
    if (of.state !== 'held') throw conflict('会议还没有召开，不能表决')
    const rule = await ruleOf(tx, of)
    const seats = await readSeats(tx, of.id)
    const items = (await readItems(tx, of.id)).filter(({ item }) => given.itemIds.includes(item.id))
    const base = baseOf(seats, of.isWritten)
    refuseVoting(tx, of, rule, given.way)
    if (base.length === 0)
      throw conflict('没有到会的席位：请先登记到会；没有发出通知的会议，在“记录审议结果”中填写票数')
    const short = of.isWritten ? undefined : quorumFault(rule, countHeads(seats, rule))
    if (short) throw conflict(short)
    const wrong = { ...itemFaults(given, items, await readMotionVotes(tx, of.id)), ...recusalFaults(given, base) }
    const [fault] = Object.values(wrong)
    if (fault) throw invalid(fault, wrong)
    const { entitled } = countHeads(seats.filter(hasVote), rule)
    const voteIds: number[] = []
    for (const item of items) voteIds.push(await openVote(tx, { of, rule, item, base, entitled }, given))
    if (of.isWritten && given.way === 'named') await tellSeats(tx, of, seats, votingTemplate.code)
    return { voteIds }
  })
}

/** The charter says whether votes are counted, and how; a written procedure has nobody who could raise a hand. */
function refuseVoting({ now }: Ctx, of: Meeting, { vote }: MeetingRule, way: Opening['way']) {
  if (!vote) throw conflict('这类会议不逐项计票，不能表决；请在“记录审议结果”中写明决定')
  const wrong = (fault: string) => invalid(fault, { way: fault })
  if (of.isWritten && way === 'hands') throw wrong('通讯表决没有人举手，请选记名或无记名')
  if (vote.ballot === 'secret' && way !== 'secret') throw wrong('会议规则规定无记名投票，不能用其他方式')
  if (of.isWritten && of.votesUntil! <= now) throw conflict('表决截止时间已过，请先修改会议信息')
}

function itemFaults({ itemIds }: Opening, items: readonly Item[], live: readonly MotionVote[]): FieldErrors {
  if (items.length < new Set(itemIds).size) return { itemIds: '议程上没有所选的议题，请刷新后重新选择' }
  const busy = items.flatMap(({ item, title }) => {
    const vote = live.find(({ itemId }) => itemId === item.id)
    return vote ? [`“${title}”${vote.state === 'open' ? '正在表决' : '已有表决结果'}`] : []
  })
  return busy.length > 0 ? { itemIds: `${busy.join('；')}。重新表决的，请先作废` } : {}
}

function recusalFaults({ recused }: Opening, base: readonly BaseSeat[]): FieldErrors {
  const known = new Set(base.map(({ seat }) => seat.id))
  const wrong: FieldErrors = {}
  for (const [i, { seatId }] of recused.entries()) {
    if (!known.has(seatId)) wrong[`recused.${i}.seatId`] = '不在此刻可以表决的席位中，请刷新后重新选择'
    else if (recused.findIndex(one => one.seatId === seatId) < i) wrong[`recused.${i}.seatId`] = '这一席写了两次'
  }
  if (known.size > 0 && known.size === recused.length) wrong.recused = '全部席位都回避，没有人可以表决'
  return wrong
}

type Motion = { of: Meeting; rule: MeetingRule; item: Item; base: readonly BaseSeat[]; entitled: number }

/** Freezes who has a vote on a motion at this moment. */
async function openVote(tx: Ctx, motion: Motion, { way, recused, means }: Opening): Promise<number> {
  const { of, rule, item, base, entitled } = motion
  const reasons = new Map(recused.map(({ seatId, reason }) => [seatId, reason]))
  const rows = base.map(({ seat, carrier }) => ({
    seatId: seat.id,
    weight: rule.counting === 'weights' ? seat.weight : 1,
    carrierId: carrier?.id ?? null,
    recusedReason: reasons.get(seat.id) ?? '',
  }))
  const [vote] = await tx.db
    .insert(motionVote)
    .values({
      itemId: item.item.id,
      way,
      entitled,
      base: sizeOf(rows),
      closesAt: of.isWritten ? of.votesUntil : null,
      openedAt: tx.now,
      openedName: await ownName(tx),
    })
    .returning()
  for (let from = 0; from < rows.length; from += 1_000)
    await tx.db.insert(motionVoter).values(rows.slice(from, from + 1_000).map(row => ({ ...row, voteId: vote!.id })))
  if (way === 'secret')
    await prepareBallot(tx, { ...motion, vote: vote!, voters: await readMotionVoters(tx, [vote!]), means })
  await record(tx, {
    action: 'meeting.voteOpen',
    ...(await aboutMotion(tx, of, item.item.id)),
    after: {
      表决方式: voteWayNames[way],
      基数: baseWords(vote!.base, unitOf(rule)),
      回避: recusalWords(base, reasons),
    },
  })
  return vote!.id
}

/** Types in what seats vote in the room. What a seat votes on its own phone is nobody else's to change. */
async function typeVotes(ctx: Ctx, { voteId, votes }: Parsed<Endpoints['POST /staff/meeting/vote/type']>) {
  return inTransaction(ctx, async tx => {
    const { vote, of, item } = await findMotionVote(tx, voteId, 'share')
    refuseClosed(vote)
    if (vote.way !== 'named') throw conflict(`${voteWayNames[vote.way]}不逐席录入`)
    if (of.isWritten) throw conflict('通讯表决由各席自己表决，不能代为录入')
    const seats = await readSeats(tx, of.id)
    const rows = await lockVoters(
      tx,
      voteId,
      votes.map(({ seatId }) => seatId),
    )
    const wrong: FieldErrors = {}
    const changes = votes.flatMap(({ seatId, answer }, i) => {
      const row = rows.find(one => one.seatId === seatId)
      const fault = typedFault(row, answer)
      if (fault) wrong[`votes.${i}`] = fault
      return row && !fault && row.answer !== answer ? [{ row, answer }] : []
    })
    const [fault] = Object.values(wrong)
    if (fault) throw invalid(fault, wrong)
    const answeredName = await ownName(tx)
    for (const { row, answer } of changes)
      await writeAnswer(tx, row, {
        answer,
        answeredAt: answer && tx.now,
        answeredName: answer ? answeredName : '',
        isTypedIn: answer !== null,
      })
    if (changes.length > 0)
      await recordChange(tx, {
        action: 'meeting.voteTyped',
        ...(await aboutMotion(tx, of, item.id)),
        before: answersByName(seats, changes, ({ row }) => row.answer),
        after: answersByName(seats, changes, ({ answer }) => answer),
      })
    return { changed: changes.length }
  })
}

function typedFault(row: MotionVoter | undefined, answer: MotionAnswer | null): string | undefined {
  if (!row) return '不在这次表决的基数中'
  if (isRecused(row)) return `回避（${row.recusedReason}），不参加表决`
  if (row.answer !== null && !row.isTypedIn && row.answer !== answer)
    return `${row.answeredName}已在手机上表决，不能代改`
  return undefined
}

type Change = { row: MotionVoter; answer: MotionAnswer | null }
const answersByName = (
  seats: readonly Seat[],
  changes: readonly Change[],
  answerOf: (of: Change) => MotionAnswer | null,
) =>
  Object.fromEntries(
    changes.map(change => {
      const seat = seats.find(({ id }) => id === change.row.seatId)!
      const answer = answerOf(change)
      return [seatName(seat), answer ? motionAnswerNames[answer] : '未投']
    }),
  )

/** Rows of these seats, locked in one order; two phones of one seat wait for each other here. */
export const lockVoters = ({ db }: Ctx, voteId: number, seatIds: readonly number[]): Promise<MotionVoter[]> =>
  db
    .select()
    .from(motionVoter)
    .where(and(eq(motionVoter.voteId, voteId), inArray(motionVoter.seatId, [...seatIds])))
    .orderBy(asc(motionVoter.seatId))
    .for('update')

export const writeAnswer = ({ db }: Ctx, { voteId, seatId }: MotionVoter, set: Partial<MotionVoter>) =>
  db
    .update(motionVoter)
    .set(set)
    .where(and(eq(motionVoter.voteId, voteId), eq(motionVoter.seatId, seatId)))

async function closeVote(ctx: Ctx, { voteId, counts }: Parsed<Endpoints['POST /staff/meeting/vote/close']>) {
  return inTransaction(ctx, async tx => {
    const { vote, of } = await findMotionVote(tx, voteId, 'update')
    refuseClosed(vote)
    if (vote.way === 'secret') throw conflict('无记名投票在投票的页面截止、计票，结果随即写回这里')
    const voters = await readMotionVoters(tx, [vote])
    const absent = voters.filter(one => !isRecused(one) && one.answer === null).length
    if (vote.closesAt && tx.now < vote.closesAt && absent > 0)
      throw conflict(`还有 ${absent} 席没有表决，${minute(iso(vote.closesAt))} 截止以前不能结束`)
    const counted = vote.way === 'named' ? countNamed(voters) : handsIn(counts, vote, await ruleOf(tx, of))
    return writeResult(tx, vote, counted, await ownName(tx))
  })
}

function handsIn(counts: Omit<Counts, 'cast'> | undefined, { base }: MotionVote, rule: MeetingRule): Counts {
  if (!counts) throw invalid('请填写同意、反对、弃权的票数', { 'counts.yes': '请填写票数' })
  const cast = counts.yes + counts.no + counts.abstained
  const votes = base.units - base.recused
  if (cast > votes) {
    const fault = `合计 ${cast} 票，多于可以表决的 ${votes} ${unitOf(rule)}`
    throw invalid(fault, { 'counts.yes': fault })
  }
  return { ...counts, cast }
}

/** Declares a vote void, so that the motion can be withdrawn or voted on anew. What was voted stays on record. */
async function voidVote(ctx: Ctx, { voteId, reason }: Parsed<Endpoints['POST /staff/meeting/vote/void']>) {
  return inTransaction(ctx, async tx => {
    const { of: found } = await findMotionVote(tx, voteId)
    // Recording holds this lock, too: no result is taken over that is void.
    const [of] = await tx.db.select().from(meeting).where(eq(meeting.id, found.id)).for('update')
    const { vote, item } = await findMotionVote(tx, voteId, 'update')
    if (vote.state === 'void') refuseClosed(vote)
    if (of!.state !== 'held') throw conflict('会议已记录，表决结果不能作废；确需更正的，请先撤回会议记录')
    if (vote.ballotId !== null) await discardDraft(tx, vote.ballotId)
    await writeVoid(tx, vote, reason, await ownName(tx))
    await recordChange(tx, {
      action: 'meeting.voteVoid',
      ...(await aboutMotion(tx, of!, item.id)),
      before: { 表决: motionVoteStateNames[vote.state] },
      after: { 表决: motionVoteStateNames.void, 原因: reason },
    })
    return { voteId }
  })
}

export const motionVotingHandlers = {
  'GET /staff/meeting/votes': async (ctx, { id }) => staffMotions(ctx, await readMeeting(ctx, id)),
  'GET /staff/meeting/vote/seats': (ctx, { voteId }) => seatsOfMotion(ctx, voteId),
  'GET /staff/meeting/vote/base': async (ctx, { id }) => {
    const { isWritten } = await readMeeting(ctx, id)
    const base = baseOf(await readSeats(ctx, id), isWritten)
    return { list: base.map(({ seat }) => ({ seatId: seat.id, name: seatName(seat) })) }
  },
  'POST /staff/meeting/vote/open': openVotes,
  'POST /staff/meeting/vote/type': typeVotes,
  'POST /staff/meeting/vote/close': closeVote,
  'POST /staff/meeting/vote/void': voidVote,
} satisfies Partial<Handlers<Endpoints>>
