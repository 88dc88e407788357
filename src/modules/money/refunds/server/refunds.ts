import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { dayOf, iso, minute } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName } from '#lib/server/registers/registerColumns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { refundStateNames } from '#modules/ledger/refundWords.ts'
import { refund } from '#modules/ledger/server/tables.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import { type OwedRecord, readRecords, records } from '../../receivables/server/records.ts'
import { refundFilters } from '../../refundFilters.ts'
import type { RefundRow, refundContract } from '../contract.ts'
import { stateAt, stateOf } from './refundState.ts'

export type Refund = typeof refund.$inferSelect
export type RefundEntry = {
  refund: Refund
  of: OwedRecord
  requestedName: string
  askedName: string
  decidedName: string
  paidName: string
}

/** Refunds joined to their payments `r`. */
const from = sql`${refund} join ${records} on r.kind = ${refund.payable} and r.payable_id = ${refund.payableId}`

const decider = alias(account, 'decider')
const payer = alias(account, 'refunder')
const requester = alias(account, 'requester')

export async function readRefunds({ db }: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<RefundEntry[]> {
  const rows = await db
    .select({
      refund,
      requestedName: sql<string>`coalesce(${requester.displayName}, '')`,
      askedName: sql<string>`coalesce(${account.displayName}, '')`,
      decidedName: sql<string>`coalesce(${decider.displayName}, '')`,
      paidName: sql<string>`coalesce(${payer.displayName}, '')`,
    })
    .from(refund)
    .leftJoin(account, sql`${account.id} = ${refund.askedBy}`)
    .leftJoin(requester, sql`${requester.id} = ${refund.requestedBy}`)
    .leftJoin(decider, sql`${decider.id} = ${refund.decidedBy}`)
    .leftJoin(payer, sql`${payer.id} = ${refund.paidBy}`)
    .where(sql`${refund.id} = any(${sql.param(ids)}::int[])`)
  const pairs = sql.join(
    rows.map(one => sql`(${one.refund.payable}::text, ${one.refund.payableId}::int)`),
    sql`, `,
  )
  const paid = rows.length > 0 ? await readRecords({ db }, sql`(r.kind, r.payable_id) in (${pairs})`) : []
  return rows.flatMap(row => {
    const of = paid.find(one => one.kind === row.refund.payable && one.payableId === row.refund.payableId)
    return of ? { ...row, of } : []
  })
}

export async function readRefund(ctx: Pick<Ctx, 'db'>, id: number): Promise<RefundEntry> {
  const [found] = await readRefunds(ctx, [id])
  if (!found) throw notFound('这笔退款不存在')
  return found
}

/** When, and by whom, it was asked for first. */
const askedFirst = sql`coalesce(${refund.requestedAt}, ${refund.askedAt})`
const timeAsked = ({ refund: one }: Pick<RefundEntry, 'refund'>) => one.requestedAt ?? one.askedAt
const asker = (of: RefundEntry) => of.requestedName || of.askedName

export const toRefund = ({ refund: one, of, ...names }: RefundEntry, ctx: Pick<Ctx, 'now'>): RefundRow => ({
  id: one.id,
  receivableId: of.id,
  kind: of.kind,
  kindName: kindName(of.kind),
  payer: of.payer,
  number: of.number,
  about: of.about,
  amount: one.amount,
  reason: one.reason,
  state: stateOf(ctx, one),
  stateName: refundStateNames[stateOf(ctx, one)],
  byPayer: one.requestedBy !== null,
  askedName: asker({ refund: one, of, ...names }),
  askedTime: iso(timeAsked({ refund: one })),
  paidOn: one.paidOn,
  slipNumber: one.slipNumber,
})

const dayAsked = sql`(${askedFirst} at time zone 'Asia/Shanghai')::date`
/** 退款: all money that went back or is to go, of every kind of payment. */
export const refundRegister = defineRegister({
  name: '退款',
  views: { code: 'refund', permission: 'staff:financeReading' },
  filters: refundFilters,
  from,
  id: sql`${refund.id}`,
  newest: askedFirst,
  where: {
    key: words =>
      sql`(${containsWords(sql`r.payer`, words)} or ${containsWords(sql`r.number`, words)} or ${containsWords(sql`r.about`, words)}
        or ${containsWords(refund.slipNumber, words)})`,
    kind: refund.payable,
    state: (wanted, ctx) => sql`${stateAt(ctx)} = ${wanted}`,
    by: who => (who === 'payer' ? sql`${refund.requestedBy} is not null` : sql`${refund.requestedBy} is null`),
    askedFrom: day => sql`${dayAsked} >= ${day}`,
    askedTo: day => sql`${dayAsked} <= ${day}`,
    paidFrom: day => sql`${refund.paidOn} >= ${day}`,
    paidTo: day => sql`${refund.paidOn} <= ${day}`,
  },
  read: readRefunds,
  row: toRefund,
  columns: {
    payer: { heading: '缴费人', width: 36, value: ({ of }) => of.payer, sort: byName(sql`r.payer`) },
    kindName: { heading: '种类', width: 10, value: ({ of }) => kindName(of.kind), sort: sql`r.kind`, nowrap: true },
    about: { heading: '款项', width: 40, value: ({ of }) => of.about },
    number: { heading: '编号', width: 20, value: ({ of }) => of.number, nowrap: true },
    received: { heading: '实收（元）', width: 12, value: ({ of }) => Number(of.received), isFigure: true },
    amount: {
      heading: '退款（元）',
      width: 12,
      value: one => one.refund.amount,
      sort: refund.amount,
      isFigure: true,
    },
    reason: { heading: '原因', width: 36, value: one => one.refund.reason },
    stateName: {
      heading: '状态',
      width: 10,
      value: (one, ctx) => refundStateNames[stateOf(ctx, one.refund)],
      sort: refund.state,
      nowrap: true,
    },
    payee: { heading: '收款户名', width: 36, value: one => one.refund.payee, empty: '—' },
    bank: { heading: '开户行', width: 30, value: one => one.refund.bank, empty: '—' },
    account: { heading: '收款账号', width: 16, value: one => one.refund.accountMasked, empty: '—', nowrap: true },
    askedName: { heading: '申请人', width: 12, value: asker, empty: '—', nowrap: true },
    by: { heading: '申请方', width: 10, value: one => (one.refund.requestedBy ? '缴费人' : '工作人员'), nowrap: true },
    askedOn: {
      heading: '申请日期',
      width: 12,
      value: one => dayOf(timeAsked(one)),
      sort: askedFirst,
      nowrap: true,
    },
    decidedName: { heading: '复核人', width: 12, value: one => one.decidedName, empty: '—', nowrap: true },
    decidedTime: {
      heading: '复核时间',
      width: 18,
      value: one => one.refund.decidedAt && minute(iso(one.refund.decidedAt)),
      empty: '—',
      nowrap: true,
    },
    paidOn: {
      heading: '汇出日期',
      width: 12,
      value: one => one.refund.paidOn,
      empty: '—',
      sort: sql`coalesce(${refund.paidOn}, '-infinity'::date)`,
      nowrap: true,
    },
    slipNumber: { heading: '银行回单号', width: 24, value: one => one.refund.slipNumber, empty: '—', nowrap: true },
  },
  listed: [
    'payer',
    'kindName',
    'about',
    'amount',
    'reason',
    'stateName',
    'askedName',
    'askedOn',
    'paidOn',
    'slipNumber',
  ],
})

export const refundsHandlers = {
  'GET /staff/refund/list': (ctx, asked) => refundRegister.list(ctx, asked),
  'GET /staff/refund/export': (ctx, asked) =>
    exportRegister(ctx, refundRegister, asked, { action: 'refund.export', objectType: 'refund' }),
} satisfies Partial<Handlers<typeof refundContract>>
