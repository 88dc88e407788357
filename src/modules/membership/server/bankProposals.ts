import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/context.ts'
import { application } from '#modules/review/server/tables.ts'
import { feeStateNames, openFeeStates } from '../feeWords.ts'
import { type Proposal, propose } from './bankMatching.ts'
import { type FeeRow, readFees } from './feeQueries.ts'
import { thisYear } from './numbers.ts'
import { bankLine, member, memberFee } from './tables.ts'

export type Proposed = Proposal & { fee: FeeRow }

/** For every open line of a statement, as things are at this moment: nothing of it is kept. */
export async function proposalsFor(ctx: Ctx, statementId: number): Promise<Map<number, Proposed>> {
  const lines = await ctx.db
    .select({ id: bankLine.id, amount: bankLine.amount, payer: bankLine.payer, remark: bankLine.remark })
    .from(bankLine)
    .where(and(eq(bankLine.statementId, statementId), eq(bankLine.state, 'open')))
  if (lines.length === 0) return new Map()
  const rows = await payable(ctx)
  const byId = new Map(rows.map(row => [row.fee.id, row]))
  const proposals = propose(
    lines,
    rows.map(({ fee, name, shortName, numbers }) => ({
      ...{ id: fee.id, year: fee.year, amount: fee.amount, state: fee.state, name, shortName, numbers },
    })),
  )
  return new Map([...proposals].map(([id, proposal]) => [id, { ...proposal, fee: byId.get(proposal.feeId)! }]))
}

/** What is still to be paid, and what was paid lately: for who pays twice. */
async function payable(ctx: Ctx) {
  const recent = and(eq(memberFee.state, 'confirmed'), sql`${memberFee.year} >= ${thisYear(ctx) - 1}`)
  const rows = await readFees(ctx, or(inArray(memberFee.state, openFeeStates), recent))
  const numbers = await ctx.db
    .select({ id: memberFee.id, member: member.number, application: application.number })
    .from(memberFee)
    .leftJoin(member, eq(member.id, memberFee.memberId))
    .leftJoin(application, eq(application.id, memberFee.applicationId))
    .where(or(inArray(memberFee.state, openFeeStates), recent))
  const byId = new Map(numbers.map(row => [row.id, [row.member, row.application].filter(number => number !== null)]))
  return rows.map(row => ({ ...row, numbers: byId.get(row.fee.id) ?? [] }))
}

export const toHint = ({ fee, name, number }: FeeRow) => ({
  ...{ feeId: fee.id, name, number, year: fee.year, amount: fee.amount, stateName: feeStateNames[fee.state] },
})
