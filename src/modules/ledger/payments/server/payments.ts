import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName } from '#lib/server/registers/registerColumns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { creditId, isInForce, readShares } from '#modules/ledger/allocating/server/allocating.ts'
import { creditAllocated } from '#modules/ledger/allocating/server/owed.ts'
import { readPaidShares } from '#modules/ledger/allocating/server/shares.ts'
import { CREDIT, receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { recordedWays, wayNames } from '#modules/ledger/ledgerWords.ts'
import { type PaymentState, paymentFilters, paymentStateNames } from '#modules/ledger/paymentFilters.ts'
import { allocation, bankLine, bankStatement, payment, refund } from '#modules/ledger/server/tables.ts'
import type { PaymentRow, paymentContract } from '../contract.ts'

const SURPLUS = sql.raw(`'${CREDIT}'`)
const credit = sql`${creditAllocated}
  - (select coalesce(sum(${refund.amount}), 0) from ${refund}
    where ${refund.payable} = ${SURPLUS} and ${refund.payableId} = ${payment.id} and ${refund.state} = 'paid')`
const state = sql<PaymentState>`case when ${payment.cancelledAt} is not null then 'cancelled'
  when ${credit} > 0 then 'credit' else 'allocated' end`

type Entry = {
  of: typeof payment.$inferSelect
  credit: number
  state: PaymentState
  recordedName: string
  about: string
}

/** Payments with what they paid, in a few words. */
async function readPayments(ctx: Ctx, ids: readonly number[]): Promise<Entry[]> {
  const rows = await ctx.db
    .select({
      of: payment,
      credit: credit.mapWith(Number),
      state,
      recordedName: sql<string>`coalesce(${account.displayName}, '')`,
    })
    .from(payment)
    .leftJoin(account, eq(account.id, payment.recordedBy))
    .where(inArray(payment.id, [...ids]))
  const entries = await ctx.db
    .select()
    .from(allocation)
    .where(and(inArray(allocation.paymentId, [...ids]), isInForce))
    .orderBy(asc(allocation.id))
  const paid = Map.groupBy(await readPaidShares(ctx, entries), ({ entry }) => entry.paymentId)
  return rows.map(row => ({ ...row, about: wordsOf(paid.get(row.of.id) ?? [], row.of.payer) }))
}

const MAX_NAMED = 2
/** The payer is not named again. */
const wordsOf = (paid: readonly { name: string; about: string }[], payer: string) =>
  paid
    .slice(0, MAX_NAMED)
    .map(({ name, about }) => (name === payer ? about : `${name} ${about}`))
    .join('、') + (paid.length > MAX_NAMED ? `等 ${paid.length} 笔` : '')

const toRow = ({ of, credit, state, about }: Entry): PaymentRow => ({
  id: of.id,
  paidOn: of.paidOn,
  payer: of.payer,
  amount: of.amount,
  way: of.way,
  wayName: wayNames[of.way],
  number: of.number,
  remark: of.remark,
  credit,
  state,
  stateName: paymentStateNames[state],
  about,
})

/** 到账: every payment that came, however it came. */
export const paymentRegister = defineRegister({
  name: '到账',
  views: { code: 'received', permission: 'staff:financeReading' },
  filters: paymentFilters,
  from: sql`${payment}`,
  id: sql`${payment.id}`,
  newest: sql`${payment.paidOn}`,
  where: {
    key: words =>
      sql`(${containsWords(payment.payer, words)} or ${containsWords(payment.remark, words)} or ${containsWords(payment.number, words)})`,
    way: payment.way,
    state: wanted => sql`${state} = ${wanted}`,
    paidFrom: day => sql`${payment.paidOn} >= ${day}`,
    paidTo: day => sql`${payment.paidOn} <= ${day}`,
    amount: text => sql`${payment.amount}::text like ${`${text.replace(/[^\d.]/g, '')}%`}`,
  },
  read: readPayments,
  row: toRow,
  columns: {
    paidOn: { heading: '到账日期', width: 12, value: ({ of }) => of.paidOn, sort: payment.paidOn, nowrap: true },
    payer: { heading: '付款人', width: 36, value: ({ of }) => of.payer, sort: byName(sql`${payment.payer}`) },
    amount: { heading: '金额（元）', width: 12, value: ({ of }) => of.amount, sort: payment.amount, isFigure: true },
    wayName: { heading: '方式', width: 12, value: ({ of }) => wayNames[of.way], sort: payment.way, nowrap: true },
    about: { heading: '核销的款项', width: 44, value: ({ about }) => about, empty: '—' },
    credit: { heading: '余款（元）', width: 12, value: one => one.credit, isFigure: true },
    stateName: { heading: '状态', width: 10, value: one => paymentStateNames[one.state], nowrap: true },
    remark: { heading: '附言', width: 30, value: ({ of }) => of.remark, empty: '—' },
    number: { heading: '号码', width: 22, value: ({ of }) => of.number, empty: '—', nowrap: true },
    recordedName: { heading: '经办人', width: 12, value: one => one.recordedName, empty: '—', nowrap: true },
    cancelReason: { heading: '撤销原因', width: 30, value: ({ of }) => of.cancelReason, empty: '—' },
  },
  listed: ['paidOn', 'payer', 'amount', 'wayName', 'about', 'credit', 'stateName'],
})

export const paymentsHandlers = {
  'GET /staff/received/list': (ctx, asked) => paymentRegister.list(ctx, asked),
  'GET /staff/received/export': (ctx, asked) =>
    exportRegister(ctx, paymentRegister, asked, { action: 'received.export', objectType: 'payment' }),
  'GET /staff/received/detail': async (ctx, { id }) => {
    const [found] = await readPayments(ctx, [id])
    if (!found) throw notFound('这笔到账不存在')
    const { of } = found
    const all = await ctx.db.select().from(allocation).where(eq(allocation.paymentId, id)).orderBy(asc(allocation.id))
    const given = await readPaidShares(ctx, all)
    const names = new Map(given.map(({ entry, name, about }) => [entry.id, `${name} ${about}`]))
    const inForce = new Set((await readShares(ctx, id)).map(share => share.id))
    const files = await fileInfos(ctx, of.fileId === null ? [] : [of.fileId])
    const [statement] = await ctx.db
      .select({ id: bankStatement.id, bank: bankStatement.bank })
      .from(bankLine)
      .innerJoin(bankStatement, eq(bankStatement.id, bankLine.statementId))
      .where(eq(bankLine.paymentId, id))
    const isByHand = recordedWays.some(way => way === of.way) || of.way === 'writeOff'
    return {
      ...toRow(found),
      recordedName: found.recordedName,
      recordedTime: iso(of.recordedAt),
      cancelReason: of.cancelReason,
      file: files.get(of.fileId ?? 0) ?? null,
      statement: statement ?? null,
      creditId: creditId(of),
      canCancel: isByHand && of.cancelledAt === null,
      entries: given
        .filter(({ entry }) => inForce.has(entry.id))
        .map(({ entry, ...one }) => ({ ...one, entry: entry.id, bookedOn: entry.bookedOn })),
      history: all.map(one => ({
        id: one.id,
        about: one.kind === CREDIT ? receivableKind(CREDIT)!.name : (names.get(one.id) ?? ''),
        amount: one.amount,
        bookedOn: one.bookedOn,
        reason: one.reason,
      })),
    }
  },
} satisfies Partial<Handlers<typeof paymentContract>>
