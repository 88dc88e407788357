import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { iso, minute } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { capitalMoney } from '#lib/money.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName } from '#lib/server/registers/registerColumns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { receivableIdOf } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { receiptFilters } from '../../receiptFilters.ts'
import { receiptStateNames } from '../../receiptWords.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import { type OwedRecord, readRecords } from '../../receivables/server/records.ts'
import { receipt, receiptSeries } from '../../server/tables.ts'
import type { ReceiptRow, receiptContract } from '../contract.ts'
import { receiptFile } from './receiptPdf.ts'

export type Receipt = typeof receipt.$inferSelect
type Entry = { of: Receipt; seriesName: string; issuedName: string; voidedName: string }

/** The payment that it was written for. */
export async function recordOf(ctx: Pick<Ctx, 'db'>, of: Receipt): Promise<OwedRecord | undefined> {
  const [paid] = await readRecords(ctx, sql`r.kind = ${of.payable} and r.payable_id = ${of.payableId}`)
  return paid
}

const voider = alias(account, 'voider')

const readReceipts = ({ db }: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<Entry[]> =>
  db
    .select({
      of: receipt,
      seriesName: receiptSeries.name,
      issuedName: sql<string>`coalesce(${account.displayName}, '自动')`,
      voidedName: sql<string>`coalesce(${voider.displayName}, '')`,
    })
    .from(receipt)
    .innerJoin(receiptSeries, eq(receiptSeries.id, receipt.seriesId))
    .leftJoin(account, eq(account.id, receipt.issuedBy))
    .leftJoin(voider, eq(voider.id, receipt.voidedBy))
    .where(sql`${receipt.id} = any(${sql.param(ids)}::int[])`)

export async function readReceipt(ctx: Pick<Ctx, 'db'>, id: number): Promise<Entry> {
  const [found] = await readReceipts(ctx, [id])
  if (!found) throw notFound('这张收据不存在')
  return found
}

const toReceipt = ({ of, ...names }: Entry): ReceiptRow => ({
  ...names,
  id: of.id,
  number: of.number,
  seriesId: of.seriesId,
  receivableId: receivableIdOf(of.payable, of.payableId),
  kind: of.payable,
  kindName: kindName(of.payable),
  payer: of.payer,
  about: of.about,
  amount: of.amount,
  paidOn: of.paidOn,
  issuedOn: of.issuedOn,
  state: of.state,
  stateName: receiptStateNames[of.state],
  voidedTime: of.voidedAt && iso(of.voidedAt),
  voidReason: of.voidReason,
})

/** 收据: every number that was given, with those that are void. */
export const receiptRegister = defineRegister({
  name: '收据',
  views: { code: 'receipt', permission: 'staff:financeReading' },
  filters: receiptFilters,
  from: sql`${receipt} join ${receiptSeries} on ${receiptSeries.id} = ${receipt.seriesId}`,
  id: sql`${receipt.id}`,
  newest: sql`${receipt.issuedAt}`,
  where: {
    key: words =>
      sql`(${containsWords(receipt.number, words)} or ${containsWords(receipt.payer, words)} or ${containsWords(receipt.about, words)})`,
    seriesId: receipt.seriesId,
    kind: receipt.payable,
    state: receipt.state,
    issuedFrom: day => sql`${receipt.issuedOn} >= ${day}`,
    issuedTo: day => sql`${receipt.issuedOn} <= ${day}`,
  },
  read: readReceipts,
  row: toReceipt,
  columns: {
    number: {
      heading: '号码',
      width: 20,
      value: ({ of }) => of.number,
      sort: receipt.number,
      nowrap: true,
    },
    seriesName: { heading: '系列', width: 16, value: ({ seriesName }) => seriesName, nowrap: true },
    payer: { heading: '缴费人', width: 36, value: ({ of }) => of.payer, sort: byName(receipt.payer) },
    kindName: { heading: '种类', width: 10, value: ({ of }) => kindName(of.payable), nowrap: true },
    about: { heading: '款项', width: 40, value: ({ of }) => of.about },
    amount: { heading: '金额（元）', width: 12, value: ({ of }) => of.amount, sort: receipt.amount, isFigure: true },
    paidOn: { heading: '汇款日期', width: 12, value: ({ of }) => of.paidOn, empty: '—', nowrap: true },
    issuedOn: { heading: '开具日期', width: 12, value: ({ of }) => of.issuedOn, sort: receipt.issuedOn, nowrap: true },
    issuedName: { heading: '开具人', width: 12, value: ({ issuedName }) => issuedName, nowrap: true },
    stateName: { heading: '状态', width: 10, value: ({ of }) => receiptStateNames[of.state], nowrap: true },
    voidReason: { heading: '作废原因', width: 30, value: ({ of }) => of.voidReason, empty: '—' },
    voidedName: { heading: '作废人', width: 12, value: ({ voidedName }) => voidedName, empty: '—', nowrap: true },
    voidedTime: {
      heading: '作废时间',
      width: 18,
      value: ({ of }) => of.voidedAt && minute(iso(of.voidedAt)),
      empty: '—',
      nowrap: true,
    },
  },
  listed: ['number', 'payer', 'kindName', 'about', 'amount', 'issuedOn', 'issuedName', 'stateName'],
})

export const receiptsHandlers = {
  'GET /staff/receipt/list': (ctx, asked) => receiptRegister.list(ctx, asked),
  'GET /staff/receipt/export': (ctx, asked) =>
    exportRegister(ctx, receiptRegister, asked, { action: 'receipt.export', objectType: 'receipt' }),
  'GET /staff/receipt/detail': async (ctx, { id }) => {
    const found = await readReceipt(ctx, id)
    return { ...toReceipt(found), capitals: `人民币${capitalMoney(found.of.amount)}` }
  },
  'GET /staff/receipt/file': async (ctx, { id }) => receiptFile(ctx, await readReceipt(ctx, id)),
} satisfies Partial<Handlers<typeof receiptContract>>
