import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { once } from '#lib/once.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { written } from '#lib/server/database/prepared.ts'
import { creditAllocated } from '#modules/ledger/allocating/server/owed.ts'
import { CREDIT, owedIdSql, receivableIdsOf, receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { allocation, payment, receivable, refund } from '#modules/ledger/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
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

const isCredit = sql.raw(`'${CREDIT}'`)
const isPaper = sql`(${receivable.invoiceNumber} <> '' or ${receivable.invoiceFileId} is not null)`

/** Amounts owed, of every kind. A payer is called as the registers call it today. */
const receivables = sql`
  select ${receivable.id} as id, ${receivable.kind} as kind, ${receivable.payableId} as payable_id, ${receivable.number} as number,
    coalesce(${organisation.name}, ${person.name}, ${receivable.debtor}) as payer, ${receivable.about} as about,
    coalesce(${organisation.provinceCode}, ${person.provinceCode}, ${receivable.debtorProvince}) as province,
    ${receivable.amount} as amount,
    case ${receivable.state} when 'confirmed' then 'paid' when 'refused' then 'due' else ${receivable.state} end as state,
    (${receivable.state} in ('due', 'claimed', 'refused')) as is_open,
    ${receivable.raisedOn} as raised_on, ${receivable.dueOn} as due_on, ${receivable.paidOn} as paid_on,
    ${receivable.confirmedAt} as confirmed_at, ${receivable.confirmedBy} as confirmed_by, ${receivable.slipId} as slip_id,
    coalesce(nullif(${receivable.invoiceTitle}, ''), ${organisation.name}, ${person.name}, ${receivable.debtor}) as invoice_title,
    coalesce(nullif(${receivable.invoiceCreditCode}, ''),
      case when ${organisation.typedCode} is null then ${organisation.creditCode} end, '') as invoice_code,
    ${receivable.invoiceEmail} as invoice_email, ${receivable.invoiceNumber} as invoice_number,
    ${receivable.invoiceIssuedOn} as invoiced_on, ${receivable.invoiceFileId} as invoice_file_id,
    (${receivable.state} = 'confirmed' and not ${isPaper} and not ${receivable.isWithoutInvoice}
      and not ${receivable.isRefundDue} and ${receivable.invoiceRefusal} = '') as can_invoice,
    ${receivable.organisationId} as organisation_id, ${receivable.personId} as person_id, ${receivable.accountId} as account_id
  from ${receivable}
    left join ${organisation} on ${organisation.id} = ${receivable.organisationId}
    left join ${person} on ${person.id} = ${receivable.personId}
  where (${receivable.amount} > 0 or ${receivable.state} = 'waived')`

/** Credits: money beyond what was owed, which can be paid back. The row is that of the payment. */
const credits = () => sql`
  select ${owedIdSql(receivableKind(CREDIT)!, payment.id)} as id, ${isCredit} as kind, ${payment.id} as payable_id, ${payment.number} as number,
    ${payment.payer} as payer, '多付：' || coalesce(nullif(${payment.remark}, ''), '余款') as about,
    coalesce(${organisation.provinceCode}, ${person.provinceCode}) as province, ${creditAllocated} as amount,
    case when ${creditAllocated} > 0 then 'paid' else 'used' end as state, false as is_open,
    ${payment.paidOn} as raised_on, null::date as due_on, ${payment.paidOn} as paid_on,
    ${payment.recordedAt} as confirmed_at, ${payment.recordedBy} as confirmed_by, ${payment.fileId} as slip_id,
    '' as invoice_title, '' as invoice_code, '' as invoice_email, '' as invoice_number, null::date as invoiced_on,
    null::int as invoice_file_id, false as can_invoice,
    ${payment.organisationId} as organisation_id, ${payment.personId} as person_id, ${payment.accountId} as account_id
  from ${payment}
    left join ${organisation} on ${organisation.id} = ${payment.organisationId}
    left join ${person} on ${person.id} = ${payment.personId}
  where exists (select from ${allocation} where ${allocation.paymentId} = ${payment.id} and ${allocation.kind} = ${isCredit})`

/** The kinds are known when all modules are loaded: these are put together when they are first asked for. */
const build = once(() => ({
  own: written(sql`(${receivables} union all ${credits()}) r`),
  all: written(withPayments([receivables, credits()], joined)),
  parts: [receivables, credits()].map(part => written(withPayments([part], subqueries))),
}))

/** All records of every kind, as a table `r`. */
export const records: SQLWrapper = { getSQL: () => build().all, shouldOmitSQLParens: () => true }
/** The same, a table `r` of what is owed and one of credits: rows of the first are found by its indexes. */
export const recordParts = (): SQLWrapper[] => build().parts
/** Records without refunds and documents, as a table `r`: for queries over all records that need neither. */
export const ownRecords: SQLWrapper = { getSQL: () => build().own, shouldOmitSQLParens: () => true }

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

function withPayments(
  parts: readonly SQL[],
  { allocated, paid, waiting, receiptNumber, isAsked, joins }: JoinedColumns,
): SQL {
  return sql`(select u.id, u.kind, u.payable_id, u.number, u.payer, u.about, u.province, u.amount, u.is_open, u.raised_on, u.due_on,
      u.paid_on, u.confirmed_at, u.confirmed_by, u.slip_id, u.invoice_title, u.invoice_code, u.invoice_email, u.invoice_number, u.invoiced_on,
      u.invoice_file_id, u.organisation_id, u.person_id, u.account_id,
      coalesce(u.due_on, u.raised_on + ${sql.raw(String(DEFAULT_TERM_DAYS))}) as term_on,
      case when u.state = 'paid' and coalesce(${paid}, 0) > 0 and coalesce(${paid}, 0) >= coalesce(${allocated}, 0) then 'refunded' else u.state end as state,
      u.can_invoice and coalesce(${paid}, 0) < coalesce(${allocated}, 0) and coalesce(${waiting}, 0) = 0 and not (${isAsked}) as can_invoice,
      coalesce(${allocated}, 0) as received, coalesce(${paid}, 0) as refunded,
      case when u.is_open then u.amount - coalesce(${allocated}, 0) + coalesce(${paid}, 0) else 0 end as open,
      coalesce(${waiting}, 0) as refunding, coalesce(${receiptNumber}, '') as receipt_number
    from (${sql.join([...parts], sql` union all `)}) u ${joins}) r`
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

/** Reads the records with these ids that satisfy `where`, through primary keys. */
export async function readRecordsById(
  { db }: Pick<Ctx, 'db'>,
  ids: readonly number[],
  where = sql`true`,
): Promise<OwedRecord[]> {
  const credits = receivableIdsOf(receivableKind(CREDIT)!, ids)
  const [owed, credit] = build().parts
  const parts = [
    ...(credits.length < ids.length
      ? [sql`select ${columns} from ${owed} where r.id = any(${sql.param([...ids])}::int[]) and ${where}`]
      : []),
    ...(credits.length > 0
      ? [sql`select ${columns} from ${credit} where r.payable_id = any(${sql.param(credits)}::int[]) and ${where}`]
      : []),
  ]
  if (parts.length === 0) return []
  const { rows } = await db.execute<OwedRecord>(sql.join(parts, sql` union all `))
  return rows
}

export async function readRecord(ctx: Pick<Ctx, 'db'>, id: number): Promise<OwedRecord> {
  const [of] = await readRecordsById(ctx, [id])
  if (!of) throw notFound('这笔款项不存在')
  return of
}
