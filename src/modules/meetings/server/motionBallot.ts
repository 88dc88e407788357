import { and, asc, eq, inArray } from 'drizzle-orm'
import { conflict, invalid } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { neededOf, type Share } from '#lib/share.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { MAX_SECRET_WEIGHT, type Means } from '#modules/ballots/ballotWords.ts'
import type { Question } from '#modules/ballots/protocol/question.ts'
import type { PublishedBallot } from '#modules/ballots/published.ts'
import { type Ballot, findBallot } from '#modules/ballots/server/ballots.ts'
import { defineBallotUse } from '#modules/ballots/server/ballotUses.ts'
import { createBallot, type NewVoter, removeBallot, writeRoll } from '#modules/ballots/server/drafting.ts'
import { type MeetingRule, quorumOf } from '../meetingRule.ts'
import type { Item, Meeting } from './meetings.ts'
import { refuseClosed, writeResult, writeVoid } from './motionClosing.ts'
import { type BaseSeat, findMotionVote, isRecused, type MotionVote, type MotionVoter } from './motionVotes.ts'
import { type Seat, seatName } from './seats.ts'
import { meeting, motionVote } from './tables.ts'

const USE = 'meeting'
/** How long the ballot of a meeting in session may last: its tellers close it in the room. */
const SESSION_MS = 24 * 3_600_000

type Given = {
  of: Meeting
  rule: MeetingRule
  item: Item
  base: readonly BaseSeat[]
  entitled: number
  vote: MotionVote
  voters: readonly MotionVoter[]
  means: readonly Means[]
}

/** Drafts the secret ballot on a motion for the frozen base. It is opened with its tellers and a second person. */
export async function prepareBallot(ctx: Ctx, given: Given): Promise<void> {
  const { of, item, vote, means } = given
  const roll = await rollOf(ctx, given)
  const made = await createBallot(
    ctx,
    {
      title: `${of.title}：${item.title}`.slice(0, 100),
      secrecy: 'secret',
      means,
      opensAt: ctx.now,
      closesAt: vote.closesAt ?? new Date(ctx.now.getTime() + SESSION_MS),
      ...thresholds(given),
    },
    { kind: USE, ref: String(vote.id) },
  )
  await writeRoll(ctx, made, roll)
  await ctx.db.update(motionVote).set({ ballotId: made.id }).where(eq(motionVote.id, vote.id))
}

/** The number of votes that it takes, as a share of the roll: the ballot then publishes the same verdict as the meeting. */
const shareOf = (needed: number, roll: number): Share => ({ numerator: needed, denominator: roll, isStrict: false })

function thresholds({ of, rule, item, entitled, vote }: Given): { questions: Question[]; quorum: Share | null } {
  const { majority, of: base } = rule.vote!
  const { units, recused } = vote.base
  const roll = units - recused
  const question = { id: 'motion', title: item.title.slice(0, 200), kind: 'yesNo' as const, options: [] }
  const plain = { ...question, min: 1, max: 1, seats: 1, writeIns: false }
  // In a written procedure those present are those who vote.
  if (of.isWritten && base === 'present')
    return { questions: [{ ...plain, share: majority, shareOf: 'received' }], quorum: quorumIn(rule, entitled, roll) }
  const needed = neededOf(majority, (base === 'present' ? units : entitled) - recused)
  if (needed > roll) throw conflict(`通过须 ${needed} 票，现在可以表决的只有 ${roll} 票，不能形成决议`)
  return {
    questions: [{ ...plain, share: shareOf(needed, roll), shareOf: 'roll' }],
    quorum: of.isWritten ? quorumIn(rule, entitled, roll) : null,
  }
}

function quorumIn(rule: MeetingRule, entitled: number, roll: number): Share | null {
  const needed = quorumOf(rule, entitled)
  if (needed === null) return null
  if (needed > roll) throw conflict(`须有 ${needed} 票参加，除去回避的只有 ${roll} 票，不能形成决议`)
  return shareOf(needed, roll)
}

/** One voter for each login, with the votes of all seats that it votes for: a ballot knows a voter by the login. */
async function rollOf(ctx: Ctx, { base, voters, means }: Given): Promise<NewVoter[]> {
  const voting = voters.filter(one => !isRecused(one))
  const holderOf = ({ seatId, carrierId }: MotionVoter): Seat => {
    const { seat, carrier } = base.find(one => one.seat.id === seatId)!
    return carrierId === null ? seat : carrier!
  }
  const logins = await loginsOf(ctx, voting.map(holderOf))
  const groups = Map.groupBy(voting, one => {
    const holder = holderOf(one)
    const accountId = logins(holder)
    return accountId === undefined ? `seat ${holder.id}` : `account ${accountId}`
  })
  const roll = [...groups].map(([key, rows]) => {
    const holder = holderOf(rows[0]!)
    return {
      key,
      name: rows.length > 1 ? `${seatName(holder)}等 ${rows.length} 席` : seatName(holder),
      weight: rows.reduce((sum, { weight }) => sum + weight, 0),
      accountId: logins(holder) ?? null,
    }
  })
  const heavy = roll.filter(({ weight }) => weight > MAX_SECRET_WEIGHT)
  const unreachable = means.includes('paper') ? [] : roll.filter(({ accountId }) => accountId === null)
  const wrong = {
    ...(heavy.length > 0 && { way: `无记名投票每人最多 ${MAX_SECRET_WEIGHT} 票：${namesOf(heavy)}` }),
    ...(unreachable.length > 0 && { means: `没有登录账号，不能网上投票，请同时选纸质选票：${namesOf(unreachable)}` }),
  }
  const [fault] = Object.values(wrong)
  if (fault) throw invalid(fault, wrong)
  return roll
}

const namesOf = (voters: readonly { name: string }[]) => voters.map(({ name }) => name).join('、')

/** The login of a seat: its own, else that of its organisation. */
async function loginsOf({ db }: Pick<Ctx, 'db'>, seats: readonly Seat[]) {
  const ids = seats.flatMap(({ accountId, organisationId }) => (accountId === null ? (organisationId ?? []) : []))
  const rows = await db
    .select({ id: account.id, organisationId: account.organisationId })
    .from(account)
    .where(and(inArray(account.organisationId, ids), eq(account.kind, 'organisation'), eq(account.status, 'active')))
    .orderBy(asc(account.id))
  return ({ accountId, organisationId }: Seat): number | undefined =>
    accountId ?? rows.find(one => one.organisationId === organisationId)?.id
}

/** Removes the draft of a vote that is declared void; one that was opened is declared void as a ballot, by two people. */
export async function discardDraft(tx: Ctx, ballotId: number): Promise<void> {
  const { id, version, state } = await findBallot(tx, ballotId)
  if (state === 'void') return
  if (state !== 'draft') throw conflict('投票已经开始，请在投票的页面作废（须第二人同意），这里随之作废')
  await removeBallot(tx, { id, version })
}

defineBallotUse(USE, {
  nameOf: async (ctx, ref) => {
    const { of } = await findMotionVote(ctx, Number(ref))
    return { name: of.title, route: `/staff/meetings/${of.id}` }
  },
  counted: takeResult,
  voided: async (ctx, { useRef, voidReason }) => {
    const { of: found } = await findMotionVote(ctx, Number(useRef))
    // Recording holds this lock, too: no result is taken over that is void.
    const [of] = await ctx.db.select().from(meeting).where(eq(meeting.id, found.id)).for('update')
    const { vote } = await findMotionVote(ctx, Number(useRef), 'update')
    if (vote.state === 'void') return
    if (of!.state !== 'held') throw conflict('会议已记录，这次投票不能作废；确需更正的，请先撤回会议记录')
    await writeVoid(ctx, vote, voidReason, '投票作废')
  },
})

/** Takes over what was counted, in the transaction in which the ballot is counted. */
async function takeResult(ctx: Ctx, of: Ballot, { cast, rejected, questions }: PublishedBallot['result']) {
  const { vote } = await findMotionVote(ctx, Number(of.useRef), 'update')
  refuseClosed(vote)
  const unitsOf = (id: string) => questions[0]!.options.find(option => option.id === id)?.units ?? 0
  const counts = { yes: unitsOf('yes'), no: unitsOf('no'), abstained: unitsOf('abstain'), cast: cast + rejected }
  await writeResult(ctx, vote, counts, '投票计票')
}
