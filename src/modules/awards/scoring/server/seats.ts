import { and, eq, inArray, isNull } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { findRound, type RoundCase } from '#modules/awards/rounds/server/roundCase.ts'
import { awardPanel, awardRound } from '#modules/awards/rounds/server/tables.ts'
import type { Expert } from '#modules/experts/server/experts.ts'
import { expert } from '#modules/experts/server/tables.ts'

/** The active experts whose phone the account that asks has proven: one, where the register is in order. */
export async function ownExperts(ctx: Pick<Ctx, 'db' | 'actor'>): Promise<Expert[]> {
  const { accountId } = signedInActor(ctx)
  const rows = await ctx.db
    .select({ expert })
    .from(account)
    .innerJoin(expert, eq(expert.mobileHash, account.phoneHash))
    .where(and(eq(account.id, accountId), eq(expert.isActive, true)))
    .orderBy(expert.id)
  return rows.map(row => row.expert)
}

export type Seat = RoundCase & { panel: typeof awardPanel.$inferSelect; expert: Expert }

/** Returns the caller's panel memberships in open or closed rounds; planned rounds are not shown to experts. */
export async function ownSeats(ctx: Pick<Ctx, 'db' | 'actor'>, roundId?: number): Promise<Seat[]> {
  const experts = await ownExperts(ctx)
  if (experts.length === 0) return []
  const ids = experts.map(({ id }) => id)
  const rows = await ctx.db
    .select({ panel: awardPanel })
    .from(awardPanel)
    .innerJoin(awardRound, eq(awardRound.id, awardPanel.roundId))
    .where(
      and(
        inArray(awardPanel.expertId, ids),
        isNull(awardPanel.leftAt),
        inArray(awardRound.state, ['open', 'closed']),
        roundId === undefined ? undefined : eq(awardPanel.roundId, roundId),
      ),
    )
    .orderBy(awardPanel.roundId)
  return Promise.all(
    rows.map(async ({ panel }) => ({
      ...(await findRound(ctx, panel.roundId)),
      panel,
      expert: experts.find(({ id }) => id === panel.expertId)!,
    })),
  )
}

/** Returns the caller's membership in this round. Throws 404 for anybody else. */
export async function ownSeat(ctx: Pick<Ctx, 'db' | 'actor'>, roundId: number): Promise<Seat> {
  const [seat] = await ownSeats(ctx, roundId)
  if (!seat) throw notFound('没有这轮评审，或您不在它的专家组中')
  return seat
}
