import { eq } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type RoundState, roundStateNames } from '#modules/awards/rules.ts'
import { awardCall, awardKind } from '#modules/awards/server/tables.ts'
import { awardRound } from './tables.ts'

export type Round = typeof awardRound.$inferSelect
type ReadCtx = Pick<Ctx, 'db'>

/** A round with the call whose entries it looks at. */
export async function findRound({ db }: ReadCtx, id: number) {
  const [found] = await db
    .select({ round: awardRound, call: awardCall, kind: awardKind })
    .from(awardRound)
    .innerJoin(awardCall, eq(awardCall.id, awardRound.callId))
    .innerJoin(awardKind, eq(awardKind.id, awardCall.kindId))
    .where(eq(awardRound.id, id))
  if (!found) throw notFound('没有这轮评审')
  return found
}
export type RoundCase = Awaited<ReturnType<typeof findRound>>

export const nameOf = ({ call, round }: Pick<RoundCase, 'call' | 'round'>) => `${call.title} ${round.name}`

type Seen = { id: number; version?: number }

/** The same, locked, in a state in which this can be done, and as whoever asks has seen it where that matters. */
export async function lockRound(ctx: ReadCtx, { id, version }: Seen, from: readonly RoundState[]): Promise<RoundCase> {
  await ctx.db.select({ id: awardRound.id }).from(awardRound).where(eq(awardRound.id, id)).for('update')
  const found = await findRound(ctx, id)
  const { round } = found
  if (version !== undefined && round.version !== version)
    throw conflict(`已由 ${round.actorName} 于 ${minute(iso(round.updatedAt))} 修改，请刷新后核对，再决定怎样修改`)
  if (!from.includes(round.state)) throw conflict(`这轮评审${roundStateNames[round.state]}，不能这样修改`)
  return found
}

export async function writeRound(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { round }: RoundCase,
  changes: Partial<Round>,
): Promise<Round> {
  const [written] = await db
    .update(awardRound)
    .set({ ...changes, version: round.version + 1, updatedAt: now })
    .where(eq(awardRound.id, round.id))
    .returning()
  return written!
}

export const movedTo = ({ id, version, state }: Round) => ({ id, version, state })
