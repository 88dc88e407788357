import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { lineStates, type UnreadRow } from '../bankWords.ts'
import { receivableStates, ways } from '../ledgerWords.ts'
import { storedStates } from '../refundWords.ts'

const money = () => numeric({ precision: 12, scale: 2, mode: 'number' })

/** 应收: what somebody owes the association, of whatever kind. What it is owed for stands in the module that charges. */
export const receivable = pgTable(
  'receivable',
  {
    /** Made of its kind and of `payableId`, by `owedId`. */
    id: integer().primaryKey(),
    kind: text().notNull(),
    /** Id of what is charged for, within its kind: the application, the registration. */
    payableId: integer().notNull(),
    /** Application whose fee it is: locked before it. */
    applicationId: integer().references(() => application.id),
    /** Number by which a transfer names it. */
    number: text().notNull().default(''),
    /** Who owes it; `debtor` where that is nobody of the registers. */
    organisationId: integer().references(() => organisation.id),
    personId: integer().references(() => person.id),
    accountId: integer().references(() => account.id),
    debtor: text().notNull().default(''),
    /** Province of a debtor who is in no register. */
    debtorProvince: text(),
    /** What is owed only once at a time, such as the fee of a member and a year; null: as often as may be. */
    openKey: text(),
    /** Description, such as 2026 年度会费. */
    about: text().notNull(),
    amount: money().notNull(),
    /** `claimed`: its payer has sent a slip; `refused`: the slip was sent back. */
    state: text({ enum: receivableStates }).notNull().default('due'),
    raisedOn: date().notNull(),
    /** Last day to pay; null: nothing says until when. */
    dueOn: date(),
    /** What its payer says to have paid, or what the payment that settled it says. */
    paidOn: date(),
    payer: text().notNull().default(''),
    slipId: integer().references(() => file.id),
    claimedAt: moment(),
    confirmedAt: moment(),
    confirmedBy: integer().references(() => account.id),
    /** Paid, and ended by the association since: all of it goes back to its payer. */
    isRefundDue: boolean().notNull().default(false),
    /** To whom its paper is made out, an invoice or a receipt of the finance bureau; what is empty is not printed. */
    invoiceTitle: text().notNull().default(''),
    invoiceCreditCode: text().notNull().default(''),
    invoiceIsPersonal: boolean().notNull().default(false),
    invoiceAddress: text().notNull().default(''),
    invoicePhone: text().notNull().default(''),
    invoiceBank: text().notNull().default(''),
    invoiceAccountSealed: text(),
    invoiceEmail: text().notNull().default(''),
    /** 专用发票, with which its payer deducts the tax. */
    invoiceIsSpecial: boolean().notNull().default(false),
    /** Its payer wants no paper. */
    isWithoutInvoice: boolean().notNull().default(false),
    /** Why it cannot be printed as its payer has it, until they correct it. */
    invoiceRefusal: text().notNull().default(''),
    /** The paper itself. */
    invoiceNumber: text().notNull().default(''),
    invoiceIssuedOn: date(),
    invoiceFileId: integer().references(() => file.id),
    createdAt: createdAt(),
  },
  table => [
    uniqueIndex('receivable_payable').on(table.kind, table.payableId),
    uniqueIndex('receivable_once').on(table.kind, table.openKey).where(sql`state not in ('confirmed', 'cancelled')`),
    index('receivable_raised').on(table.raisedOn.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('receivable_open').on(table.kind).where(sql`state in ('due', 'claimed', 'refused')`),
    index().on(table.organisationId),
    index().on(table.personId),
    index().on(table.accountId),
    index().on(table.applicationId),
    index().on(table.slipId),
    index().on(table.invoiceFileId),
    index('receivable_invoice').on(table.invoiceNumber).where(sql`invoice_number <> ''`),
    check('receivable_amount', sql`${table.amount} >= 0`),
  ],
)

/** 到账: money that came in, whoever sent it, however it came. Every fen of it is allocated: its rest is kept as a credit. */
export const payment = pgTable(
  'payment',
  {
    id: id(),
    way: text({ enum: ways }).notNull(),
    amount: money().notNull(),
    paidOn: date().notNull(),
    payer: text().notNull().default(''),
    remark: text().notNull().default(''),
    /** Number on its paper: of the POS slip, the cheque, the receipt of the cash book. */
    number: text().notNull().default(''),
    fileId: integer().references(() => file.id),
    /** Whose credit the rest is; all null while nobody knows. */
    organisationId: integer().references(() => organisation.id),
    personId: integer().references(() => person.id),
    accountId: integer().references(() => account.id),
    /** Idempotency key of the recording, per colleague. */
    once: text(),
    /** Null: booked by the program, on the word of a provider. */
    recordedBy: integer().references(() => account.id),
    recordedAt: createdAt(),
    /** Recorded by mistake, or its bank line put back: all its allocations are taken back. */
    cancelledAt: moment(),
    cancelReason: text().notNull().default(''),
  },
  table => [
    index().on(table.paidOn.desc().nullsFirst(), table.id.desc().nullsFirst()),
    uniqueIndex('payment_once').on(table.recordedBy, table.once),
    check('payment_amount', sql`${table.amount} > 0`),
  ],
)

/** 核销: what a payment gives to a receivable. Never changed: what was wrong is taken back by an entry below zero. */
export const allocation = pgTable(
  'allocation',
  {
    id: id(),
    paymentId: idOf(() => payment.id),
    kind: text().notNull(),
    /** Id of the receivable among those of all kinds. */
    receivableId: integer().notNull(),
    /** In yuan; below zero: taken back, or moved on from a credit. */
    amount: money().notNull(),
    /** Day to which it belongs in the books. */
    day: date().notNull(),
    /** Day on which it was booked. */
    bookedOn: date().notNull(),
    /** The allocation that this one takes back. */
    reverses: integer()
      .unique()
      .references((): AnyPgColumn => allocation.id),
    /** The receivable's own record as it was before this settled it. */
    former: jsonb().$type<object>(),
    reason: text().notNull().default(''),
    /** Null: the program. */
    by: integer().references(() => account.id),
    at: createdAt(),
  },
  table => [
    index().on(table.paymentId),
    index().on(table.receivableId),
    index().on(table.day),
    check('allocation_amount', sql`${table.amount} <> 0`),
  ],
)

/** 票据抬头: to whom the papers of an account are made out, kept once for all that it pays. */
export const receiptTitle = pgTable(
  'receipt_title',
  {
    id: id(),
    accountId: idOf(() => account.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    isPersonal: boolean().notNull().default(false),
    creditCode: text().notNull().default(''),
    address: text().notNull().default(''),
    phone: text().notNull().default(''),
    bank: text().notNull().default(''),
    accountSealed: text(),
    email: text().notNull(),
    isDefault: boolean().notNull().default(false),
    usedAt: moment().notNull(),
  },
  table => [uniqueIndex().on(table.accountId, table.title)],
)

/** 银行流水: a list of what came in, as the bank gives it. The bank's file itself is not kept. */
export const bankStatement = pgTable('bank_statement', {
  id: id(),
  bank: text().notNull(),
  fileName: text().notNull(),
  /** Lines skipped on import: already known ones, and ones without incoming money. */
  known: integer().notNull(),
  passedOver: integer().notNull(),
  /** Rows that are no incoming money, each with its reason, and names of hidden sheets, which are not read. */
  unread: jsonb().$type<UnreadRow[]>().notNull().default([]),
  hiddenSheets: text().array().notNull().default([]),
  importedBy: integer().notNull(),
  importedName: text().notNull(),
  createdAt: createdAt(),
})

/** Money that came in. */
export const bankLine = pgTable(
  'bank_line',
  {
    id: id(),
    statementId: idOf(() => bankStatement.id),
    /** Row number in the bank's file. */
    row: integer().notNull(),
    paidOn: date().notNull(),
    amount: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull(),
    payer: text().notNull().default(''),
    accountSealed: text(),
    accountMasked: text().notNull().default(''),
    remark: text().notNull().default(''),
    serial: text().notNull().default(''),
    /** Digest that identifies the same payment in another file. */
    digest: text().notNull().unique(),
    /** `aside`: nothing that is owed here; the note says what it is. */
    state: text({ enum: lineStates }).notNull().default('open'),
    /** What came, once somebody has booked it. */
    paymentId: integer().references(() => payment.id),
    /** What a server of the version before writes and reads; not used any more. */
    payable: text().notNull().default('memberFee'),
    payableId: integer(),
    feeId: integer(),
    former: jsonb().$type<object>(),
    note: text().notNull().default(''),
    decidedName: text().notNull().default(''),
    decidedAt: moment(),
  },
  table => [
    index().on(table.statementId, table.row),
    index('bank_line_open').on(table.paidOn).where(sql`state = 'open'`),
    uniqueIndex('bank_line_payment').on(table.paymentId),
    uniqueIndex('bank_line_fee').on(table.feeId).where(sql`state = 'accepted'`),
    uniqueIndex('bank_line_payable')
      .on(table.payable, sql`coalesce(fee_id, payable_id)`)
      .where(sql`state = 'accepted'`),
  ],
)

/** 退款: money of a payment that goes back, whole or in part. */
export const refund = pgTable(
  'refund',
  {
    id: id(),
    /** Kind and id of the paid payable. */
    payable: text().notNull(),
    payableId: integer().notNull(),
    amount: money().notNull(),
    reason: text().notNull(),
    /** The bank account that it goes to; empty where it was given back before it was written down. */
    payee: text().notNull().default(''),
    bank: text().notNull().default(''),
    accountSealed: text(),
    accountMasked: text().notNull().default(''),
    state: text({ enum: storedStates }).notNull().default('asked'),
    /** Payer who requested it; null: staff did. */
    requestedBy: integer().references(() => account.id),
    requestedAt: moment(),
    /** Idempotency key of the payer's request. */
    requestOnce: text(),
    /** Amount that was requested, and why staff propose another one. */
    requestedAmount: money(),
    amountReason: text().notNull().default(''),
    /** What the rule gave back on that day, with its reason; null: no rule says how much. */
    ruleAmount: money(),
    ruleReason: text().notNull().default(''),
    /** Idempotency key of the request, per person. */
    once: text(),
    /** Colleague who asked a second person to approve it. Null: not yet, or it became known when the money had gone back. */
    askedBy: integer().references(() => account.id),
    askedAt: createdAt(),
    /** Approval request for the second person. */
    approvalId: integer(),
    /** Deadline of that approval. */
    approvalUntil: moment(),
    /** Person who approved, refused or withdrew, and the reason. */
    decidedBy: integer().references(() => account.id),
    decidedAt: moment(),
    note: text().notNull().default(''),
    /** Date of the payout, and number of the bank slip. */
    paidOn: date(),
    slipNumber: text().notNull().default(''),
    paidBy: integer().references(() => account.id),
    paidAt: moment(),
    /** How the money went back. */
    way: text({ enum: ways }).notNull().default('slip'),
    /** Grows with every write. */
    version: integer().notNull().default(1),
  },
  table => [
    index().on(table.payable, table.payableId),
    uniqueIndex('refund_once').on(table.askedBy, table.once),
    uniqueIndex('refund_request_once').on(table.requestedBy, table.requestOnce),
    index('refund_paid').on(table.paidOn).where(sql`state = 'paid'`),
    check('refund_amount', sql`${table.amount} > 0`),
  ],
)
