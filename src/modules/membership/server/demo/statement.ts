import { count, eq, min } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import type { Services } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { bankLine, bankStatement } from '#modules/ledger/server/tables.ts'

type Loading = Services & { now: Date }
type Payment = { payer: string; amount: number; remark: string }
type Payer = { name: string; fee: number; member: { number: string } }

/** A bank statement: one by its number, one by its name, a sum that differs, and something that is not owed. */
export async function demoStatement(ctx: Loading, byName: Payer, byNumber: Payer) {
  const [cashier] = await ctx.db.select().from(account).where(eq(account.userName, 'cashier'))
  await ctx.db.insert(bankStatement).values({
    bank: '示例银行北京分行',
    fileName: '收入明细.xlsx',
    known: 0,
    passedOver: 3,
    importedBy: cashier!.id,
    importedName: cashier!.displayName,
    createdAt: ctx.now,
  })
  for (const payment of [
    { payer: '青岛海岳集团财务公司', amount: byNumber.fee, remark: `会费 ${byNumber.member.number}` },
    { payer: byName.name, amount: byName.fee, remark: '会费' },
    { payer: '桂林漓江清洗服务有限公司', amount: 1_500, remark: '补缴会费' },
    { payer: '某某广告有限公司', amount: 3_000, remark: '场地押金' },
  ])
    await demoPayment(ctx, payment)
}

/** Adds a line to the demo statement. */
export async function demoPayment(ctx: Loading, payment: Payment) {
  const [of] = await ctx.db
    .select({ statementId: min(bankStatement.id), before: count(bankLine.id) })
    .from(bankStatement)
    .leftJoin(bankLine, eq(bankLine.statementId, bankStatement.id))
  const { statementId, before } = of!
  await ctx.db.insert(bankLine).values({
    ...payment,
    statementId: statementId!,
    row: before + 2,
    paidOn: addDays(dayOf(ctx.now), before - 6),
    serial: `DEMO${before + 1}`,
    digest: ctx.encryption.hash(`demo statement ${before}`),
    accountSealed: ctx.encryption.encrypt(`622202000000000${1000 + before}`),
    accountMasked: `**** ${1000 + before}`,
  })
}
