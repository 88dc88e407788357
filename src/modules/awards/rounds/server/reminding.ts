import { and, eq, gte, isNull, lte } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { notifyExpert } from './notifications.ts'
import { findRound } from './roundCase.ts'
import { assignmentsOf, membersOf } from './roundQueries.ts'
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
      .set({ remindedAt: ctx.now })
      .where(and(eq(awardPanel.roundId, id), eq(awardPanel.expertId, expert.id), isNull(awardPanel.remindedAt)))
      .returning()
    if (first) await notifyExpert(ctx, expert, about, 'reminder', { 项数: String(missing) })
  }
}
