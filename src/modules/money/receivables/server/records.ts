import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { once } from '#lib/once.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { written } from '#lib/server/database/prepared.ts'
import {
  type ReceivableKind,
  receivableIdsOf,
  receivableKinds,
  recordIdSql,
} from '#modules/ledger/kinds/server/receivableKinds.ts'
import { allocation, refund } from '#modules/ledger/server/tables.ts'
import { ageBounds, DEFAULT_TERM_DAYS, type OwedState } from '../../receivableWords.ts'
import { eInvoice, receipt } from '../../server/tables.ts'

/** Record of an amount owed, whether open, paid or cancelled. */
export type OwedRecord = {
  id: number
  kind: string
  payableId: number
  number: string
  payer: string
  about: string
  province: string | null
  amount: string
  received: string
  /** What is still to be paid. */
  open: string
  /** Amounts refunded, and requested or approved for refund. */
  refunded: string
  refunding: string
  state: OwedState
  raisedOn: string
  dueOn: string | null
  termOn: string
  paidOn: string | null
  confirmedAt: string | null
  confirmedBy: number | null
  slipId: number | null
  invoiceTitle: string
  invoiceCode: string
  invoiceEmail: string
  invoiceNumber: string
  invoicedOn: string | null
  invoiceFileId: number | null
  /** Number of the valid receipt, or empty. */
  receiptNumber: string
  /** Paid, and a paper is still to be printed: none is under way with a provider. */
  canInvoice: boolean
  organisationId: number | null
  personId: number | null
  accountId: number | null
}

/** The kinds are known when all modules are loaded: these are put together when they are first asked for. */
const build = once(() => ({
  all: written(tableOf(receivableKinds(), joined)),
  parts: new Map(receivableKinds().map(kind => [kind, written(tableOf([kind], subqueries))])),
  own: new Map(receivableKinds().map(kind => [kind, written(ownOf(kind))])),
}))

/** All records of every kind, as a table `r`. */
export const records: SQLWrapper = { getSQL: () => build().all, shouldOmitSQLParens: () => true }
/** The same, a table `r` for each kind: some of their rows are found by their own indexes. */
export const recordsByKind = (): SQLWrapper[] => [...build().parts.values()]

/**
 * Records as defined by their kinds, as a table `r` without refunds and documents. For queries over all records that
 * need neither, since those joins would be executed anyway.
 */
export const ownRecords: SQLWrapper = {
  getSQL: () => sql`(${sql.join([...build().own.values()], sql` union all `)}) r`,
  shouldOmitSQLParens: () => true,
}
/** The same, a table `r` for each kind. */
export const ownRecordsByKind = (): [ReceivableKind, SQL][] =>
  [...build().own].map(([kind, own]) => [kind, sql`(${own}) r`])

/** Expressions for refunds, receipts and requests beside a record `u`. */
type JoinedColumns = Record<'allocated' | 'paid' | 'waiting' | 'receiptNumber' | 'isAsked' | 'joins', SQL>

const idOf = (alias: string) => sql.raw(`${alias}.receivable_id = u.id`)
const paid = sql`sum(amount) filter (where state = 'paid')`
const waiting = sql`sum(amount) filter (where state in ('requested', 'asked', 'agreed'))`
const isOf = (alias: string) => sql.raw(`${alias}.payable = u.kind and ${alias}.payable_id = u.payable_id`)
const blueUnderWay = sql`${isOf('e')} and e.colour = 'blue' and e.state in ('issuing', 'issued')`
const validReceipt = sql`${isOf('c')} and c.state = 'valid'`

/** Joins over all records, for queries that read everything. */
const joined: JoinedColumns = {
  allocated: sql`a.amount`,
  paid: sql`f.paid`,
  waiting: sql`f.waiting`,
  receiptNumber: sql`c.number`,
  isAsked: sql`e.id is not null`,
  joins: sql`
    left join (select receivable_id, sum(amount) as amount from ${allocation} group by 1) a on ${idOf('a')}
    left join (select payable, payable_id, ${paid} as paid, ${waiting} as waiting
      from ${refund} group by payable, payable_id) f on ${isOf('f')}
    left join ${eInvoice} e on ${blueUnderWay}
    left join ${receipt} c on ${validReceipt}`,
}

/** Correlated subqueries, for queries that read few records. */
const subqueries: JoinedColumns = {
  allocated: sql`(select sum(amount) from ${allocation} a where ${idOf('a')})`,
  paid: sql`(select ${paid} from ${refund} f where ${isOf('f')})`,
  waiting: sql`(select ${waiting} from ${refund} f where ${isOf('f')})`,
  receiptNumber: sql`(select c.number from ${receipt} c where ${validReceipt})`,
  isAsked: sql`exists (select from ${eInvoice} e where ${blueUnderWay})`,
  joins: sql``,
}

const ownOf = ({ kind, ending, records }: ReceivableKind): SQL => {
  const { from, where, columns: of } = records
  return sql`
  select ${recordIdSql({ ending, records })} as id, ${sql.raw(`'${kind}'`)} as kind,
      ${of.payableId} as payable_id, ${of.number} as number, ${of.payer} as payer, ${of.about} as about,
      ${of.province} as province, ${of.amount} as amount, ${of.state} as state, ${of.isOpen} as is_open, ${of.raisedOn} as raised_on,
      ${of.dueOn} as due_on, ${of.paidOn} as paid_on, ${of.confirmedAt} as confirmed_at,
      ${of.confirmedBy} as confirmed_by, ${of.refundedOn} as refunded_on, ${of.slipId} as slip_id, ${of.invoiceTitle} as invoice_title,
      ${of.invoiceCode} as invoice_code, ${of.invoiceEmail} as invoice_email, ${of.invoiceNumber} as invoice_number, ${of.invoicedOn} as invoiced_on,
      ${of.invoiceFileId} as invoice_file_id, ${of.canInvoice} as can_invoice, ${of.organisationId} as organisation_id, ${of.personId} as person_id,
      ${of.accountId} as account_id
    from ${from} where ${where}`
}

function tableOf(
  kinds: readonly ReceivableKind[],
  { allocated, paid, waiting, receiptNumber, isAsked, joins }: JoinedColumns,
): SQL {
  return sql`(select u.id, u.kind, u.payable_id, u.number, u.payer, u.about, u.province, u.amount, u.is_open, u.raised_on, u.due_on,
      u.paid_on, u.confirmed_at, u.confirmed_by, u.slip_id, u.invoice_title, u.invoice_code, u.invoice_email, u.invoice_number, u.invoiced_on,
      u.invoice_file_id, u.organisation_id, u.person_id, u.account_id,
      coalesce(u.due_on, u.raised_on + ${sql.raw(String(DEFAULT_TERM_DAYS))}) as term_on,
      case when u.state = 'paid' and coalesce(${paid}, 0) > 0 and coalesce(${paid}, 0) >= coalesce(${allocated}, 0) then 'refunded' else u.state end as state,
      u.can_invoice and coalesce(${paid}, 0) < coalesce(${allocated}, 0) and not (${isAsked}) as can_invoice,
      coalesce(${allocated}, 0) as received, coalesce(${paid}, 0) as refunded, u.refunded_on,
      case when u.is_open then u.amount - coalesce(${allocated}, 0) + coalesce(${paid}, 0) else 0 end as open,
      coalesce(${waiting}, 0) as refunding, coalesce(${receiptNumber}, '') as receipt_number
    from (${sql.join(kinds.map(ownOf), sql` union all `)}) u ${joins}) r`
}

export const isOpen = sql`r.is_open`
/** Days late on the day of the context. */
export const daysLate = ({ now }: Pick<Ctx, 'now'>) => sql`(${dayOf(now)}::date - r.term_on)`

export function isAged(ctx: Pick<Ctx, 'now'>, age: keyof typeof ageBounds): SQL {
  const { from, to } = ageBounds[age]
  const late = daysLate(ctx)
  return sql`${isOpen} and ${from === null ? sql`true` : sql`${late} >= ${from}`} and ${to === null ? sql`true` : sql`${late} <= ${to}`}`
}

const columns = sql.raw(`
  r.id, r.kind, r.payable_id as "payableId", r.number, r.payer, r.about, r.province, r.amount, r.received, r.open, r.refunded, r.refunding, r.state,
  r.raised_on::text as "raisedOn", r.due_on::text as "dueOn", r.term_on::text as "termOn", r.paid_on::text as "paidOn",
  r.confirmed_at as "confirmedAt", r.confirmed_by as "confirmedBy", r.slip_id as "slipId",
  r.invoice_title as "invoiceTitle", r.invoice_code as "invoiceCode", r.invoice_email as "invoiceEmail", r.invoice_number as "invoiceNumber",
  r.invoiced_on::text as "invoicedOn", r.invoice_file_id as "invoiceFileId", r.receipt_number as "receiptNumber", r.can_invoice as "canInvoice", r.organisation_id as "organisationId",
  r.person_id as "personId", r.account_id as "accountId"`)

export async function readRecords({ db }: Pick<Ctx, 'db'>, where: SQL): Promise<OwedRecord[]> {
  const { rows } = await db.execute<OwedRecord>(sql`select ${columns} from ${records} where ${where}`)
  return rows
}

/** Reads the records with these ids that satisfy `where`, through the primary keys of their tables. */
export async function readRecordsById(
  { db }: Pick<Ctx, 'db'>,
  ids: readonly number[],
  where = sql`true`,
): Promise<OwedRecord[]> {
  const parts = [...build().parts].flatMap(([kind, part]) => {
    const own = receivableIdsOf(kind, ids)
    const isOne = sql`r.payable_id = any(${sql.param(own)}::int[])`
    return own.length > 0 ? sql`select ${columns} from ${part} where ${isOne} and ${where}` : []
  })
  if (parts.length === 0) return []
  const { rows } = await db.execute<OwedRecord>(sql.join(parts, sql` union all `))
  return rows
}

export async function readRecord(ctx: Pick<Ctx, 'db'>, id: number): Promise<OwedRecord> {
  const [of] = await readRecordsById(ctx, [id])
  if (!of) throw notFound('这笔款项不存在')
  return of
}
