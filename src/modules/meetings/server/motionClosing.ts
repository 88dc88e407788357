import { and, asc, eq, lte, ne } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { type MotionAnswer, motionVoteStateNames } from '../meetingWords.ts'
import { ruleOf } from './attendances.ts'
import { type Meeting, readItems } from './meetings.ts'
import {
  closedWords,
  findMotionVote,
  isRecused,
  type MotionVote,
  type MotionVoter,
  readMotionVoters,
  resultOf,
} from './motionVotes.ts'
import { motionVote } from './tables.ts'

/** How the log names a motion. */
export async function aboutMotion(ctx: Ctx, of: Meeting, itemId: number) {
  const title = (await readItems(ctx, of.id)).find(({ item }) => item.id === itemId)!.title
  return { objectType: 'meeting', objectId: of.id, objectName: `${of.title} ${title}` }
}

/** Refuses a vote that nothing can be done to any more; says who ended it. */
export function refuseClosed(vote: MotionVote): void {
  if (vote.state === 'open') return
  throw conflict(`这次表决已${closedWords(vote)}${vote.state === 'void' ? '作废' : '结束'}，请刷新后查看`)
}

/** What a vote came to; `cast` counts invalid votes, too. */
export type Counts = { yes: number; no: number; abstained: number; cast: number }

/** Counts votes by name, each with its weight. */
export function countNamed(voters: readonly MotionVoter[]): Counts {
  const sum = (answer: MotionAnswer) =>
    voters.reduce((total, one) => total + (!isRecused(one) && one.answer === answer ? one.weight : 0), 0)
  const [yes, no, abstained] = [sum('yes'), sum('no'), sum('abstain')]
  return { yes, no, abstained, cast: yes + no + abstained }
}

/** Writes what was counted; the row of the vote is locked, so that no vote comes after it. */
export async function writeResult(tx: Ctx, vote: MotionVote, counts: Counts, closedName: string) {
  const [closed] = await tx.db
    .update(motionVote)
    .set({ ...counts, state: 'closed', closedAt: tx.now, closedName })
    .where(eq(motionVote.id, vote.id))
    .returning()
  const { of, item } = await findMotionVote(tx, vote.id)
  const result = resultOf(await ruleOf(tx, of), of, closed!)
  await recordChange(tx, {
    action: 'meeting.voteClose',
    ...(await aboutMotion(tx, of, item.id)),
    before: { 表决: motionVoteStateNames.open },
    after: { 表决: motionVoteStateNames.closed, 结果: result.words },
  })
  return { passes: result.passes, result: result.words }
}

/** Ends every written vote whose time has passed; the tellers close and count a secret ballot themselves. */
export async function closeDueVotes(ctx: Ctx): Promise<number> {
  const due = await ctx.db
    .select({ id: motionVote.id })
    .from(motionVote)
    .where(and(eq(motionVote.state, 'open'), ne(motionVote.way, 'secret'), lte(motionVote.closesAt, ctx.now)))
    .orderBy(asc(motionVote.id))
  let closed = 0
  for (const { id } of due)
    await inTransaction(ctx, async tx => {
      const { vote } = await findMotionVote(tx, id, 'update')
      if (vote.state !== 'open') return
      await writeResult(tx, vote, countNamed(await readMotionVoters(tx, [vote])), '到期自动结束')
      closed++
    })
  return closed
}

export const writeVoid = ({ db, now }: Ctx, { id }: Pick<MotionVote, 'id'>, voidReason: string, closedName: string) =>
  db.update(motionVote).set({ state: 'void', voidReason, closedAt: now, closedName }).where(eq(motionVote.id, id))
