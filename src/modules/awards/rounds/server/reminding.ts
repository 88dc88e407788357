import { and, eq, gte, inArray, isNull, lte } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { addDays, dayOf, iso, minute } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import type { staffRoundContract } from '../roundContract.ts'
import { notifyExpert } from './notifications.ts'
import { findRound, lockRound, nameOf } from './roundCase.ts'
import { assignmentsOf, isScoring, type Member, membersOf } from './roundQueries.ts'
import { awardPanel, awardRound } from './tables.ts'

/** Days before the due day on which experts are reminded. */
const REMIND_DAYS_BEFORE = 2

/** Tells each expert once that the end is near and scores are missing; for a job, by day. */
export async function remindScorers(ctx: Ctx): Promise<void> {
  const today = dayOf(ctx.now)
  const rounds = await ctx.db
    .select({ id: awardRound.id })
    .from(awardRound)
    .where(
      and(
        eq(awardRound.state, 'open'),
        gte(awardRound.dueOn, today),
        lte(awardRound.dueOn, addDays(today, REMIND_DAYS_BEFORE)),
      ),
    )
  for (const { id } of rounds) await inTransaction(ctx, async tx => remindOf(tx, id))
}

async function remindOf(ctx: Ctx, id: number): Promise<void> {
  const about = await findRound(ctx, id)
  const assigned = await assignmentsOf(ctx, [id])
  for (const { expert } of await membersOf(ctx, id)) {
    const missing = assigned.filter(one => one.expertId === expert.id && !one.isSubmitted).length
    if (missing === 0) continue
    const [first] = await ctx.db
      .update(awardPanel)
      .set({ remindedAt: ctx.now, lastRemindedAt: ctx.now })
      .where(and(eq(awardPanel.roundId, id), eq(awardPanel.expertId, expert.id), isNull(awardPanel.remindedAt)))
      .returning()
    if (first) await notifyExpert(ctx, expert, about, 'reminder', { 项数: String(missing) })
  }
}

type Remind = (typeof staffRoundContract)['POST /staff/award/round/remind']

export const remindingHandlers = {
  'POST /staff/award/round/remind': (ctx, asked) => inTransaction(ctx, tx => remindChosen(tx, asked)),
} satisfies Partial<Handlers<typeof staffRoundContract>>

/** Reminds chosen experts now. The lock of the round keeps two colleagues from reminding the same expert twice a day. */
async function remindChosen(ctx: Ctx, { id, expertIds, again }: Parsed<Remind>): Promise<Output<Remind>> {
  const about = await lockRound(ctx, { id }, ['open'])
  if (!isScoring(about.round, ctx.now)) throw invalid('评分已经截止，不能再催评')
  const members = await membersOf(ctx, id)
  const assigned = await assignmentsOf(ctx, [id])
  const reminded: Member[] = []
  const skipped: { name: string; reason: string }[] = []
  for (const member of members.filter(({ expert }) => expertIds.includes(expert.id))) {
    const missing = assigned.filter(one => one.expertId === member.expert.id && !one.isSubmitted).length
    const reason = reasonToSkip(ctx, member, { missing, again })
    if (reason) {
      skipped.push({ name: member.expert.name, reason })
      continue
    }
    await notifyExpert(ctx, member.expert, about, 'reminder', { 项数: String(missing) })
    reminded.push(member)
  }
  if (reminded.length === 0) throw invalid(sentenceOf(skipped) || '没有可以催评的专家')
  const ids = reminded.map(({ expert }) => expert.id)
  await ctx.db
    .update(awardPanel)
    .set({ lastRemindedAt: ctx.now })
    .where(and(eq(awardPanel.roundId, id), inArray(awardPanel.expertId, ids)))
  await recordChange(ctx, {
    action: 'awardRound.remind',
    objectType: 'awardRound',
    objectId: id,
    objectName: nameOf(about),
    before: {},
    after: { reminded: reminded.map(({ expert }) => expert.name).join('、') },
  })
  return { reminded: reminded.length, skipped }
}

function reasonToSkip(
  { now }: Ctx,
  { of: { lastRemindedAt }, expert }: Member,
  { missing, again }: { missing: number; again: boolean },
): string | undefined {
  if (missing === 0) return '已全部提交'
  if (!expert.mobileSealed) return '没有登记手机，请先在专家库补登，或另行联系'
  if (lastRemindedAt && dayOf(lastRemindedAt) === dayOf(now) && !again)
    return `今天 ${minute(iso(lastRemindedAt)).slice(-5)} 已经催过`
  return undefined
}

const sentenceOf = (skipped: readonly { name: string; reason: string }[]) =>
  skipped.map(({ name, reason }) => `${name}：${reason}`).join('；')
