import { and, eq } from 'drizzle-orm'
import { sumAmounts } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Share } from '#modules/ledger/allocating/server/allocating.ts'
import { listOwed, type Owed } from '#modules/ledger/allocating/server/owed.ts'
import { receivableKinds } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { bankLine } from '#modules/ledger/server/tables.ts'
import { numbersIn, type Proposal, propose } from './bankMatching.ts'

/** Computes the matches of all open lines of a statement; nothing is stored. */
export async function proposalsFor(ctx: Ctx, statementId: number): Promise<Map<number, Proposal>> {
  const lines = await ctx.db
    .select({ id: bankLine.id, amount: bankLine.amount, payer: bankLine.payer, remark: bankLine.remark })
    .from(bankLine)
    .where(and(eq(bankLine.statementId, statementId), eq(bankLine.state, 'open')))
  return lines.length ? propose(lines, await listOwed(ctx, numbersIn(lines)), receivableKinds()) : new Map()
}

/** Sum of what a match proposes to settle, in yuan. */
export const amountOf = ({ owed }: Pick<Proposal, 'owed'>) => sumAmounts(owed.map(({ open }) => open))

/** Shares that settle everything that a match proposes. */
export const sharesOf = (owed: readonly Owed[]): Share[] =>
  owed.map(({ kind, id, open }) => ({ payable: kind.kind, payableId: id, amount: open }))
