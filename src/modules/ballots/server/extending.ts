import { and, asc, eq } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import { conflict, invalidFields } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { defineTemplate } from '#modules/messages/server/templates.ts'
import { type Ballot, named, refuseUnless, writeBallot } from './ballots.ts'
import { ballotVoter } from './tables.ts'
import { tellVoters } from './tellVoters.ts'

const extended = defineTemplate({
  group: '投票',
  code: 'ballot.extended',
  name: '投票的截止时间延长',
  title: '投票延长：{投票}',
  content: '“{投票}”延长到 {截止}。原因：{原因}。已投的票有效，不用再投；还没有投的，口令不变。',
  sms: '您的投票延长到 {截止} 截止，口令不变；已投的不用再投。',
  placeholders: { 投票: '理事会换届选举', 截止: '2026-06-10 17:00', 原因: '参加人数不足' },
})

/**
 * Moves the end of an open ballot to a later time and tells everybody on the roll, also those who have voted: nobody
 * should learn of it by chance. A time that has passed is not brought back, since the vote was announced to be over.
 */
export async function extendBallot(
  ctx: Ctx,
  of: Ballot,
  { closesAt, reason }: { closesAt: Date; reason: string },
): Promise<Ballot> {
  refuseUnless(of, 'open')
  if (ctx.now >= of.closesAt) throw conflict(`已于 ${minute(iso(of.closesAt))} 截止，不能再延长`)
  if (closesAt <= of.closesAt)
    throw invalidFields({ closesAt: `只能延长：应晚于现在的截止时间 ${minute(iso(of.closesAt))}` })
  const [from, to] = [iso(of.closesAt), iso(closesAt)]
  const extensions = [...of.extensions, { from, to, reason, at: iso(ctx.now) }]
  const after = await writeBallot(ctx, of, { closesAt, extensions })
  await recordChange(ctx, {
    action: 'ballot.extend',
    ...named(of),
    before: { 截止: from },
    after: { 截止: to, 原因: reason },
  })
  const voters = await ctx.db
    .select()
    .from(ballotVoter)
    .where(and(eq(ballotVoter.ballotId, of.id), eq(ballotVoter.struckReason, '')))
    .orderBy(asc(ballotVoter.id))
  await tellVoters(ctx, after, voters, extended.code, () => ({ 投票: of.title, 截止: minute(to), 原因: reason }))
  return after
}
