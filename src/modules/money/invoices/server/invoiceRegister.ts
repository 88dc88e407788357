import { inArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName } from '#lib/server/registers/registerColumns.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { receivableKinds } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { invoiceKindName, invoiceStateNames, titleTypeName } from '#modules/ledger/ledgerWords.ts'
import { type Receivable, titleOf } from '#modules/ledger/receivables/server/receivables.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { invoiceFilters } from '../../invoiceFilters.ts'
import { kindName, netOf } from '../../receivables/server/receivables.ts'
import { type OwedRecord, readRecordsById, recordParts } from '../../receivables/server/records.ts'
import type { InvoiceRow, invoiceContract } from '../contract.ts'

type Entry = { record: OwedRecord; of: Receivable }

const isRefused = sql`(r.invoice_number = '' and ${receivable.invoiceRefusal} <> ''
  and r.state = 'paid' and not ${receivable.isRefundDue})`
/** Dues have receipts of the finance bureau instead. */
const hasInvoices: SQLWrapper = {
  getSQL: () => {
    const kinds = receivableKinds().flatMap(({ kind, isDues, isWithoutPaper }) =>
      isDues || isWithoutPaper ? [] : sql`${kind}`,
    )
    return sql`r.kind in (${sql.join(kinds, sql`, `)})`
  },
  shouldOmitSQLParens: () => true,
}

const stateOf = ({ record }: Entry): InvoiceRow['state'] => {
  if (record.invoiceNumber) return 'issued'
  return record.canInvoice ? 'requested' : 'refused'
}
const stateNameOf = (entry: Entry) => invoiceStateNames[stateOf(entry)]

/** The last digits of a bank account number. */
export const maskAccount = ({ encryption }: Pick<Ctx, 'encryption'>, sealed: string | null): string => {
  const account = sealed ? encryption.decrypt(sealed) : ''
  return account.length > 4 ? `**** ${account.slice(-4)}` : '*'.repeat(account.length)
}

async function readEntries(ctx: Ctx, ids: number[]): Promise<Entry[]> {
  const [found, rows] = await Promise.all([
    readRecordsById(ctx, ids),
    ctx.db.select().from(receivable).where(inArray(receivable.id, ids)),
  ])
  const byId = new Map(rows.map(of => [of.id, of]))
  return found.flatMap(record => {
    const of = byId.get(record.id)
    return of ? { record, of } : []
  })
}

/** Rows of `receivable` that have an invoice, wait for one, or were sent back; the newest are found by their own index. */
const invoicesOf: SQLWrapper = {
  getSQL: () => sql`${recordParts()[0]!} join ${receivable} on ${receivable.id} = r.id and ${hasInvoices}
    and (r.can_invoice or r.invoice_number <> '' or ${isRefused})`,
  shouldOmitSQLParens: () => true,
}

/** 开票申请: invoices that are wanted, issued, or sent back to their payer. */
const invoiceRegister = defineRegister({
  name: '开票申请',
  views: { code: 'invoiceRequest', permission: 'staff:financeReading' },
  filters: invoiceFilters,
  from: invoicesOf,
  id: sql`r.id`,
  newest: sql`r.raised_on`,
  where: {
    key: words => sql`(${containsWords(sql.raw('r.invoice_title'), words)} or ${containsWords(sql.raw('r.payer'), words)}
      or ${containsWords(sql.raw('r.about'), words)} or ${containsWords(sql.raw('r.number'), words)}
      or ${containsWords(sql.raw('r.invoice_number'), words)} or ${containsWords(receivable.payer, words)})`,
    kind: kind => sql`r.kind = ${kind}`,
    state: state => {
      if (state === 'requested') return sql`r.can_invoice`
      return state === 'issued' ? sql`r.invoice_number <> ''` : isRefused
    },
  },
  read: readEntries,
  row: (entry): InvoiceRow => ({
    id: entry.record.id,
    title: entry.record.invoiceTitle,
    creditCode: entry.record.invoiceCode,
    invoiceKindName: invoiceKindName(entry.of.invoiceIsSpecial),
    amount: netOf(entry.record),
    payer: entry.record.payer,
    kindName: kindName(entry.record.kind),
    about: entry.record.about,
    number: entry.record.number,
    paidOn: entry.record.paidOn,
    state: stateOf(entry),
    stateName: stateNameOf(entry),
    invoiceNumber: entry.record.invoiceNumber,
    refusal: entry.of.invoiceRefusal,
  }),
  columns: {
    title: {
      heading: '发票抬头',
      width: 36,
      value: ({ record }) => record.invoiceTitle,
      sort: byName(sql`r.invoice_title`),
    },
    creditCode: {
      heading: '纳税人识别号',
      width: 22,
      value: ({ record }) => record.invoiceCode,
      sort: sql`r.invoice_code`,
      empty: '—',
      nowrap: true,
    },
    amount: {
      heading: '金额（元）',
      width: 12,
      value: ({ record }) => netOf(record),
      sort: sql`(r.received - r.refunded)`,
      isFigure: true,
    },
    invoiceKindName: {
      heading: '发票种类',
      width: 18,
      value: ({ of }) => invoiceKindName(of.invoiceIsSpecial),
      sort: receivable.invoiceIsSpecial,
      nowrap: true,
    },
    titleType: { heading: '抬头类型', width: 10, value: ({ of }) => titleTypeName(of.invoiceIsPersonal), nowrap: true },
    kindName: { heading: '种类', width: 10, value: ({ record }) => kindName(record.kind), nowrap: true },
    about: { heading: '款项', width: 40, value: ({ record }) => record.about, sort: byName(sql`r.about`) },
    number: { heading: '编号', width: 20, value: ({ record }) => record.number, nowrap: true },
    payer: { heading: '缴费人', width: 36, value: ({ record }) => record.payer, sort: byName(sql`r.payer`) },
    paidOn: {
      heading: '汇款日期',
      width: 12,
      value: ({ record }) => record.paidOn,
      sort: sql`coalesce(r.paid_on, '-infinity')`,
      empty: '—',
      nowrap: true,
    },
    transferPayer: { heading: '付款人', width: 36, value: ({ of }) => of.payer, empty: '—' },
    address: { heading: '注册地址', width: 36, value: ({ of }) => titleOf(of).address, empty: '—' },
    phone: { heading: '注册电话', width: 16, value: ({ of }) => titleOf(of).phone, empty: '—', nowrap: true },
    bank: { heading: '开户银行', width: 30, value: ({ of }) => titleOf(of).bank, empty: '—' },
    account: {
      heading: '银行账号（部分）',
      width: 18,
      value: ({ of }, ctx) => maskAccount(ctx, of.invoiceAccountSealed),
      empty: '—',
      nowrap: true,
    },
    email: { heading: '接收邮箱', width: 28, value: ({ of }) => of.invoiceEmail, empty: '—' },
    stateName: {
      heading: '状态',
      width: 10,
      value: stateNameOf,
      // As `stateOf` tells them apart.
      sort: sql`(case when r.invoice_number <> '' then 2 when r.can_invoice then 0 else 1 end)`,
      nowrap: true,
    },
    invoiceNumber: {
      heading: '发票号码',
      width: 24,
      value: ({ record }) => record.invoiceNumber,
      sort: sql`r.invoice_number`,
      empty: '—',
      nowrap: true,
    },
    invoicedOn: { heading: '开票日期', width: 12, value: ({ record }) => record.invoicedOn, empty: '—', nowrap: true },
    refusal: {
      heading: '退回理由',
      width: 30,
      value: ({ of }) => of.invoiceRefusal,
      sort: receivable.invoiceRefusal,
      empty: '—',
    },
  },
  listed: [
    'title',
    'creditCode',
    'amount',
    'invoiceKindName',
    'about',
    'paidOn',
    'stateName',
    'invoiceNumber',
    'refusal',
  ],
})

export const invoiceRegisterHandlers = {
  'GET /staff/invoice/list': (ctx, asked) => invoiceRegister.list(ctx, asked),
  'GET /staff/invoice/export': (ctx, asked) =>
    exportRegister(ctx, invoiceRegister, asked, { action: 'invoice.export', objectType: 'receivable' }),
} satisfies Partial<Handlers<typeof invoiceContract>>
