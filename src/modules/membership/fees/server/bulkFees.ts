import { and, eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { formatYuan } from '#lib/money.ts'
import { bulkApply } from '#lib/server/api/bulkApply.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { refuseOutside } from '#lib/server/api/permissionLimits.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record } from '#modules/audit/server/record.ts'
import { releaseShares } from '#modules/ledger/allocating/server/allocating.ts'
import { receivableIdOf } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { receivableStateNames } from '#modules/ledger/ledgerWords.ts'
import { MEMBER_FEE } from '#modules/membership/feeWords.ts'
import { feeIn } from '#modules/membership/levels/server/levels.ts'
import { raiseFees, selectFees } from '#modules/membership/server/feeRows.ts'
import { rowsOfMembers } from '#modules/membership/server/memberRows.ts'
import { member, memberFee, memberLevel } from '#modules/membership/server/tables.ts'
import { memberStatusNames } from '#modules/membership/words.ts'
import type { staffFeesContract } from '../contract.ts'
import { changeFee } from './feeActs.ts'
import { feeCancelled, feeRaised, notifyPayer } from './feeMessages.ts'
import { updateMemberStatus } from './memberStatus.ts'

type Endpoints = typeof staffFeesContract
type Raising = { id: number; year: number; dueOn: string }

/** The fee of a year for one member, told in the member centre. */
const raiseFor = (ctx: Ctx, { id, year, dueOn }: Raising): Promise<string> =>
  inTransaction(ctx, async tx => {
    const of = await lockMember(tx, id)
    if (of.status !== 'active' && of.status !== 'unpaid' && of.status !== 'overdue')
      throw conflict(`会员${memberStatusNames[of.status]}，不再生成会费`)
    const [level] = await tx.db
      .select({ name: memberLevel.name, amount: feeIn(year) })
      .from(memberLevel)
      .where(eq(memberLevel.code, of.levelCode))
    const amount = Number(level!.amount)
    if (amount === 0) throw conflict(`${level!.name}不收会费`)
    const fees = await selectFees(tx).where(and(eq(memberFee.memberId, id), eq(memberFee.year, year)))
    const present = fees.find(({ state }) => state !== 'cancelled')
    if (present) throw conflict(`${year} 年度会费已有一笔，${receivableStateNames[present.state]}`)
    const [raised] = await raiseFees(tx, [{ memberId: id, year, levelCode: of.levelCode, amount, dueOn }])
    await record(tx, {
      action: 'fee.raise',
      objectType: 'memberFee',
      objectId: raised!,
      objectName: `${of.number} ${year} 年度会费`,
      detail: { year, dueOn, count: 1 },
    })
    await updateMemberStatus(tx, id)
    await notifyPayer(tx, raised!, feeRaised)
    return `已生成 ${formatYuan(amount)} 元`
  })

/** Cancels a fee that is neither settled nor claimed by a slip; what was paid of it becomes a credit of the payer. */
const cancelFor = (ctx: Ctx, { id, year, reason }: { id: number; year: number; reason: string }): Promise<string> =>
  inTransaction(ctx, async tx => {
    await lockMember(tx, id)
    const fees = await selectFees(tx)
      .where(and(eq(memberFee.memberId, id), eq(memberFee.year, year)))
      .for('update')
    const fee = fees.find(({ state }) => state !== 'cancelled')
    if (!fee) throw conflict(`没有 ${year} 年度会费`)
    if (fee.state !== 'due') throw conflict(`这笔会费${receivableStateNames[fee.state]}，不能作废`)
    await releaseShares(tx, receivableIdOf(MEMBER_FEE, fee.id), reason)
    await changeFee(tx, fee, { state: 'cancelled' }, { action: 'fee.cancel', detail: { reason } })
    await updateMemberStatus(tx, id)
    await notifyPayer(tx, fee.id, feeCancelled, { values: { 原因: reason } })
    return '已作废'
  })

async function lockMember(ctx: Ctx, id: number) {
  const [row] = await rowsOfMembers(ctx).where(eq(member.id, id))
  if (!row) throw notFound('没有这个会员')
  refuseOutside(ctx, 'staff:finance', row.provinceCode)
  const [of] = await ctx.db.select().from(member).where(eq(member.id, id)).for('update')
  return of!
}

export const feesOnManyHandlers = {
  'POST /staff/fee/raiseFor': async (ctx, { ids, year, dueOn }) => {
    // Said once, before anything is done.
    if (dueOn < dayOf(ctx.now)) throw invalid('缴费期限不能早于今天', { dueOn: '不能早于今天' })
    return bulkApply(ctx, ids, id => raiseFor(ctx, { id, year, dueOn }))
  },
  'POST /staff/fee/cancelFor': (ctx, { ids, year, reason }) =>
    bulkApply(ctx, ids, id => cancelFor(ctx, { id, year, reason })),
} satisfies Partial<Handlers<Endpoints>>
