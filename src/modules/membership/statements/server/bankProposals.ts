import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { listOwed, type Owed, receivableKinds } from '#modules/membership/fees/server/payables.ts'
import { bankLine } from '#modules/membership/server/tables.ts'
import { numbersIn, type Proposal, propose } from './bankMatching.ts'

/** Computes the matches of all open lines of a statement; nothing is stored. */
export async function proposalsFor(ctx: Ctx, statementId: number): Promise<Map<number, Proposal>> {
  const lines = await ctx.db
    .select({ id: bankLine.id, amount: bankLine.amount, payer: bankLine.payer, remark: bankLine.remark })
    .from(bankLine)
    .where(and(eq(bankLine.statementId, statementId), eq(bankLine.state, 'open')))
  return lines.length ? propose(lines, await listOwed(ctx, numbersIn(lines)), receivableKinds()) : new Map()
}

export const toHint = ({ kind, id, name, numbers, about, amount, stateName, route }: Owed) => ({
  payable: kind.kind,
  payableId: id,
  kindName: kind.name,
  name,
  number: numbers[0] ?? '',
  about,
  amount,
  stateName,
  route,
})
