import { and, desc, eq, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import { yuanOf } from '#lib/money.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { differenceFilters } from '../../differenceFilters.ts'
import { differenceKindNames, differenceStateNames } from '../../differenceWords.ts'
import { providerNames } from '../../paymentWords.ts'
import { paymentBill, paymentDifference } from '../../server/tables.ts'
import type { reconciliationContract } from '../contract.ts'

const MAX_BILLS = 60
const inYuan = (fen: number | null) => (fen === null ? null : yuanOf(fen))

type Entry = { of: typeof paymentDifference.$inferSelect; resolvedName: string }

const readEntries = ({ db }: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<Entry[]> =>
  db
    .select({ of: paymentDifference, resolvedName: sql<string>`coalesce(${account.displayName}, '')` })
    .from(paymentDifference)
    .leftJoin(account, eq(account.id, paymentDifference.resolvedBy))
    .where(sql`${paymentDifference.id} = any(${sql.param(ids)}::int[])`)

const kindNameOf = ({ kind, reason }: typeof paymentDifference.$inferSelect) =>
  [differenceKindNames[kind], reason].filter(Boolean).join('：')

/** 对账差异: where bills and our register do not say the same. */
const differenceRegister = defineRegister({
  name: '对账差异',
  views: { code: 'reconciliation', permission: 'staff:financeReading' },
  filters: differenceFilters,
  from: sql`${paymentDifference}`,
  id: sql`${paymentDifference.id}`,
  newest: sql`${paymentDifference.day}`,
  where: {
    key: words =>
      sql`(${containsWords(paymentDifference.number, words)} or ${containsWords(paymentDifference.transactionId, words)})`,
    provider: paymentDifference.provider,
    kind: paymentDifference.kind,
    state: paymentDifference.state,
    dayFrom: day => sql`${paymentDifference.day} >= ${day}`,
    dayTo: day => sql`${paymentDifference.day} <= ${day}`,
  },
  read: readEntries,
  row: ({ of, resolvedName }) => ({
    id: of.id,
    day: of.day,
    providerName: providerNames[of.provider],
    kind: of.kind,
    kindName: kindNameOf(of),
    number: of.number,
    transactionId: of.transactionId,
    orderId: of.orderId,
    ours: inYuan(of.ourFen),
    theirs: inYuan(of.theirFen),
    state: of.state,
    stateName: differenceStateNames[of.state],
    note: of.note,
    resolvedName,
    resolvedTime: of.resolvedAt && iso(of.resolvedAt),
  }),
  columns: {
    number: { heading: '订单号或退款号', width: 24, value: ({ of }) => of.number, nowrap: true },
    day: { heading: '账单日期', width: 12, value: ({ of }) => of.day, sort: paymentDifference.day, nowrap: true },
    providerName: { heading: '支付方式', width: 12, value: ({ of }) => providerNames[of.provider], nowrap: true },
    kindName: { heading: '差异', width: 24, value: ({ of }) => kindNameOf(of) },
    ours: { heading: '本站（元）', width: 12, value: ({ of }) => inYuan(of.ourFen), empty: '—', isFigure: true },
    theirs: { heading: '账单（元）', width: 12, value: ({ of }) => inYuan(of.theirFen), empty: '—', isFigure: true },
    transactionId: { heading: '交易号', width: 34, value: ({ of }) => of.transactionId, empty: '—', nowrap: true },
    stateName: { heading: '状态', width: 10, value: ({ of }) => differenceStateNames[of.state], nowrap: true },
    note: { heading: '查清的情况', width: 40, value: ({ of }) => of.note, empty: '—' },
    resolvedName: { heading: '处理人', width: 12, value: one => one.resolvedName, empty: '—', nowrap: true },
  },
  listed: ['number', 'day', 'providerName', 'kindName', 'ours', 'theirs', 'stateName', 'note'],
})

export const differencesHandlers: Handlers<typeof reconciliationContract> = {
  'GET /staff/reconciliation/list': (ctx, asked) => differenceRegister.list(ctx, asked),
  'GET /staff/reconciliation/export': (ctx, asked) =>
    exportRegister(ctx, differenceRegister, asked, {
      action: 'payment.exportDifferences',
      objectType: 'paymentDifference',
    }),
  'GET /staff/reconciliation/bills': async ({ db }) => {
    const counted = sql<number>`(select count(*)::int from ${paymentDifference} d
      where d.provider = payment_bill.provider and d.day = payment_bill.day)`
    const rows = await db
      .select({ bill: paymentBill, differences: counted })
      .from(paymentBill)
      .orderBy(desc(paymentBill.day), paymentBill.provider)
      .limit(MAX_BILLS)
    return rows.map(({ bill, differences }) => ({
      id: bill.id,
      day: bill.day,
      providerName: providerNames[bill.provider],
      lines: bill.lines,
      paid: yuanOf(bill.paidFen),
      refunded: yuanOf(bill.refundedFen),
      fee: yuanOf(bill.feeFen),
      differences,
    }))
  },
  'POST /staff/reconciliation/resolve': (ctx, { id, note }) =>
    inTransaction(ctx, async tx => {
      const [after] = await tx.db
        .update(paymentDifference)
        .set({ state: 'resolved', note, resolvedBy: signedInActor(ctx).accountId, resolvedAt: ctx.now })
        .where(and(eq(paymentDifference.id, id), eq(paymentDifference.state, 'open')))
        .returning()
      if (!after) throw conflict('这条差异不存在，或已处理，请刷新后查看')
      await recordChange(tx, {
        action: 'payment.resolve',
        objectType: 'paymentDifference',
        objectId: id,
        objectName: `${after.day} ${after.number}`,
        before: { state: differenceStateNames.open, note: '' },
        after: { state: differenceStateNames.resolved, note },
      })
      return { id, state: after.state, stateName: differenceStateNames[after.state] }
    }),
}
