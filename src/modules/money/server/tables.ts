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
import { colours, eInvoiceStates, type ProviderFile, papers } from '../eInvoiceWords.ts'
import { automaticPapers } from '../paperWords.ts'
import { receiptStates } from '../receiptWords.ts'

const money = () => numeric({ precision: 12, scale: 2, mode: 'number' })

/** 红字发票: takes back an invoice, whole or in part. What it takes back stands here, too: the record forgets it. */
export const redInvoice = pgTable(
  'red_invoice',
  {
    id: id(),
    payable: text().notNull(),
    payableId: integer().notNull(),
    blueNumber: text().notNull(),
    blueAmount: money().notNull(),
    blueIssuedOn: date(),
    blueFileId: integer().references(() => file.id),
    number: text().notNull().unique(),
    /** Reversed amount. */
    amount: money().notNull(),
    reason: text().notNull(),
    issuedOn: date().notNull(),
    fileId: idOf(() => file.id),
    issuedBy: idOf(() => account.id),
    issuedAt: createdAt(),
  },
  table => [
    index().on(table.payable, table.payableId),
    index().on(table.blueNumber),
    check('red_invoice_amount', sql`${table.amount} > 0`),
  ],
)

/** 收据: the association's own numbered series of receipts. The next number follows the last one that was given. */
export const receiptSeries = pgTable('receipt_series', {
  id: id(),
  name: text().notNull().unique(),
  /** Prefix of the number. */
  prefix: text().notNull().default('').unique(),
  digits: integer().notNull().default(6),
  /** Begins anew with each year, which stands in the number. */
  byYear: boolean().notNull().default(true),
  firstNumber: integer().notNull().default(1),
  /** Kinds of payables that it may be used for; empty: all. */
  kinds: text().array().notNull().default([]),
  isOpen: boolean().notNull().default(true),
  /** Issued as soon as a payment is settled; otherwise by the cashier. */
  isAutomatic: boolean().notNull().default(false),
  /** Start of automatic issuing; what was settled before is left to the cashier. */
  automaticFrom: moment(),
  sort: integer().notNull().default(0),
})

/** Receipt with a snapshot of the payment at the time of issuing. */
export const receipt = pgTable(
  'receipt',
  {
    id: id(),
    seriesId: idOf(() => receiptSeries.id),
    /** Year for a series numbered by year; otherwise 0. */
    year: integer().notNull(),
    serial: integer().notNull(),
    number: text().notNull().unique(),
    payable: text().notNull(),
    payableId: integer().notNull(),
    payer: text().notNull(),
    about: text().notNull(),
    amount: money().notNull(),
    paidOn: date(),
    issuedOn: date().notNull(),
    /** Null: automatically. */
    issuedBy: integer().references(() => account.id),
    issuedAt: createdAt(),
    state: text({ enum: receiptStates }).notNull().default('valid'),
    voidedBy: integer().references(() => account.id),
    voidedAt: moment(),
    voidReason: text().notNull().default(''),
  },
  table => [
    uniqueIndex('receipt_serial').on(table.seriesId, table.year, table.serial),
    uniqueIndex('receipt_payable').on(table.payable, table.payableId).where(sql`state = 'valid'`),
    index().on(table.issuedOn),
  ],
)

/** A paper that a provider issues for us, blue or red, from when it is asked for. */
export const eInvoice = pgTable(
  'e_invoice',
  {
    id: id(),
    /** Idempotency key at the provider: the same number never produces two documents. */
    requestNumber: text().notNull().unique(),
    provider: text().notNull(),
    /** Kind and id of the payable. */
    payable: text().notNull(),
    payableId: integer().notNull(),
    paper: text({ enum: papers }).notNull(),
    colour: text({ enum: colours }).notNull(),
    state: text({ enum: eInvoiceStates }).notNull().default('waiting'),
    amount: money().notNull(),
    about: text().notNull(),
    item: text().notNull(),
    taxCode: text().notNull().default(''),
    taxRate: text().notNull().default(''),
    title: text().notNull(),
    creditCode: text().notNull().default(''),
    address: text().notNull().default(''),
    phone: text().notNull().default(''),
    bank: text().notNull().default(''),
    accountSealed: text(),
    email: text().notNull().default(''),
    /** For red invoices: the blue one reversed, the reason, and the confirmation of the tax bureau. */
    blueId: integer().references((): AnyPgColumn => eInvoice.id),
    blueNumber: text().notNull().default(''),
    redReason: text().notNull().default(''),
    confirmation: text().notNull().default(''),
    number: text().notNull().default(''),
    issuedOn: date(),
    /** Why it was not issued, or what is still wrong with it. */
    problem: text().notNull().default(''),
    /** Files that can be fetched from the provider. */
    files: jsonb().$type<ProviderFile[]>().notNull().default([]),
    pdfId: integer().references(() => file.id),
    ofdId: integer().references(() => file.id),
    xmlId: integer().references(() => file.id),
    /** Null: by the clock. */
    askedBy: integer().references(() => account.id),
    askedAt: createdAt(),
    sentAt: moment(),
    /** Time of the next status query to the provider. */
    askAgainAt: moment(),
    /** Time at which the files were stored and the payer notified. */
    deliveredAt: moment(),
  },
  table => [
    // At most one blue invoice in force per payment, and one pending red per blue.
    uniqueIndex('e_invoice_blue')
      .on(table.payable, table.payableId)
      .where(sql`colour = 'blue' and state <> 'reversed'`),
    uniqueIndex('e_invoice_red').on(table.blueNumber).where(sql`colour = 'red' and state <> 'issued'`),
    index('e_invoice_due').on(table.askAgainAt).where(sql`ask_again_at is not null`),
    index().on(table.issuedOn),
    check('e_invoice_amount', sql`${table.amount} > 0`),
  ],
)

/** A paper that was due automatically and could not be issued, until it is issued or no longer due. */
export const paperFailure = pgTable(
  'paper_failure',
  {
    id: id(),
    paper: text({ enum: automaticPapers }).notNull(),
    payable: text().notNull(),
    payableId: integer().notNull(),
    payer: text().notNull(),
    about: text().notNull(),
    amount: money().notNull(),
    problem: text().notNull(),
    attempts: integer().notNull().default(1),
    failedAt: createdAt(),
    /** Time of the next attempt; null: left to the cashier. */
    retryAt: moment(),
  },
  table => [uniqueIndex('paper_failure_payable').on(table.paper, table.payable, table.payableId)],
)
