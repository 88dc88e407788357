import { sql } from 'drizzle-orm'
import { dayOf, daysBetween } from '#lib/dates.ts'
import { sumAmounts } from '#lib/money.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName } from '#lib/server/registers/registerColumns.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { receivableFilters } from '../../receivableFilters.ts'
import { owedStateNames } from '../../receivableWords.ts'
import type { ReceivableRow, receivableContract } from '../contract.ts'
import { daysLate, isAged, isOpen, type OwedRecord, readRecordsById, recordParts, records } from './records.ts'

export const kindName = (kind: string) => receivableKind(kind)?.name ?? kind

const lateOf = ({ state, termOn }: OwedRecord, { now }: Pick<Ctx, 'now'>) =>
  state === 'due' || state === 'claimed' ? Math.max(0, daysBetween(termOn, dayOf(now))) : null

export const netOf = ({ received, refunded }: OwedRecord) => sumAmounts([Number(received), -Number(refunded)])

export const toReceivable = (of: OwedRecord, ctx: Pick<Ctx, 'now'>): ReceivableRow => ({
  id: of.id,
  kind: of.kind,
  kindName: kindName(of.kind),
  payer: of.payer,
  number: of.number,
  about: of.about,
  amount: Number(of.amount),
  received: Number(of.received),
  open: Number(of.open),
  refunded: Number(of.refunded),
  net: netOf(of),
  state: of.state,
  stateName: owedStateNames[of.state],
  raisedOn: of.raisedOn,
  dueOn: of.dueOn,
  daysLate: lateOf(of, ctx),
  paidOn: of.paidOn,
  invoiceNumber: of.invoiceNumber,
  receiptNumber: of.receiptNumber,
})

/** 应收与实收: all that is or was owed, of every kind. */
export const receivableRegister = defineRegister({
  name: '应收与实收',
  views: { code: 'receivable', permission: 'staff:financeReading' },
  filters: receivableFilters,
  from: records,
  parts: recordParts,
  id: sql`r.id`,
  newest: sql`r.raised_on`,
  where: {
    key: words =>
      sql`(${containsWords(sql.raw('r.payer'), words)} or ${containsWords(sql.raw('r.number'), words)} or ${containsWords(sql.raw('r.about'), words)})`,
    kind: kind => sql`r.kind = ${kind}`,
    state: state => (state === 'open' ? isOpen : sql`r.state = ${state}`),
    refunded: flag => (flag === 'yes' ? sql`r.refunded > 0` : sql`r.refunded = 0`),
    receipted: flag => (flag === 'yes' ? sql`r.receipt_number <> ''` : sql`r.receipt_number = ''`),
    overdue: (flag, ctx) => {
      const isLate = sql`(${isOpen} and ${daysLate(ctx)} > 0)`
      return flag === 'yes' ? isLate : sql`not ${isLate}`
    },
    age: (age, ctx) => isAged(ctx, age),
    provinceCode: code => sql`r.province = ${code}`,
    payer: name => sql`r.payer = ${name}`,
    raisedFrom: day => sql`r.raised_on >= ${day}`,
    raisedTo: day => sql`r.raised_on <= ${day}`,
    confirmedFrom: day => sql`(r.confirmed_at at time zone 'Asia/Shanghai')::date >= ${day}`,
    confirmedTo: day => sql`(r.confirmed_at at time zone 'Asia/Shanghai')::date <= ${day}`,
  },
  read: (ctx, ids) => readRecordsById(ctx, ids),
  row: toReceivable,
  columns: {
    payer: { heading: '缴费人', width: 36, value: of => of.payer, sort: byName(sql`r.payer`) },
    kindName: { heading: '种类', width: 10, value: of => kindName(of.kind), sort: sql`r.kind`, nowrap: true },
    about: { heading: '款项', width: 40, value: of => of.about },
    number: { heading: '编号', width: 20, value: of => of.number, nowrap: true },
    amount: { heading: '应收（元）', width: 12, value: of => Number(of.amount), sort: sql`r.amount`, isFigure: true },
    received: {
      heading: '实收（元）',
      width: 12,
      value: of => Number(of.received),
      sort: sql`r.received`,
      isFigure: true,
    },
    open: {
      heading: '未收（元）',
      width: 12,
      value: of => Number(of.open),
      empty: '—',
      sort: sql`r.open`,
      isFigure: true,
    },
    refunded: {
      heading: '退款（元）',
      width: 12,
      value: of => Number(of.refunded),
      sort: sql`r.refunded`,
      isFigure: true,
    },
    net: {
      heading: '净收（元）',
      width: 12,
      value: netOf,
      sort: sql`(r.received - r.refunded)`,
      isFigure: true,
    },
    stateName: { heading: '状态', width: 10, value: of => owedStateNames[of.state], nowrap: true },
    provinceName: { heading: '地区', width: 8, value: of => provinceName(of.province), nowrap: true },
    raisedOn: { heading: '应收日期', width: 12, value: of => of.raisedOn, sort: sql`r.raised_on`, nowrap: true },
    dueOn: { heading: '缴费期限', width: 12, value: of => of.dueOn, empty: '—', nowrap: true },
    daysLate: {
      heading: '逾期天数',
      width: 10,
      value: (of, ctx) => lateOf(of, ctx),
      empty: '—',
      sort: sql`case when ${isOpen} then (now() at time zone 'Asia/Shanghai')::date - r.term_on else -100000 end`,
      isFigure: true,
    },
    paidOn: { heading: '汇款日期', width: 12, value: of => of.paidOn, empty: '—', nowrap: true },
    invoiceTitle: { heading: '票据抬头', width: 36, value: of => of.invoiceTitle },
    invoiceCode: { heading: '税号', width: 22, value: of => of.invoiceCode },
    invoiceNumber: { heading: '票据号码', width: 24, value: of => of.invoiceNumber, empty: '—' },
    receiptNumber: { heading: '收据号码', width: 20, value: of => of.receiptNumber, empty: '—', nowrap: true },
  },
  listed: [
    'payer',
    'kindName',
    'about',
    'amount',
    'received',
    'refunded',
    'net',
    'stateName',
    'dueOn',
    'daysLate',
    'paidOn',
  ],
})

export const receivablesHandlers = {
  'GET /staff/receivable/list': (ctx, asked) => receivableRegister.list(ctx, asked),
  'GET /staff/receivable/export': (ctx, asked) =>
    exportRegister(ctx, receivableRegister, asked, { action: 'receivable.export', objectType: 'receivable' }),
} satisfies Partial<Handlers<typeof receivableContract>>
