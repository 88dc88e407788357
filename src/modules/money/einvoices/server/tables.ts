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
import { createdAt, id, moment } from '#lib/server/database/columns.ts'
import { nonceTable } from '#lib/server/http/signedNotices.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import { colours, eInvoiceStates, papers } from '../eInvoiceWords.ts'
import type { ProviderFile } from './drivers/invoiceDriver.ts'

const money = () => numeric({ precision: 12, scale: 2, mode: 'number' })

/** 开票规则: which paper is issued for which kinds of fees. A kind stands in one of them at most. */
export const eInvoiceRule = pgTable('e_invoice_rule', {
  id: id(),
  name: text().notNull().unique(),
  paper: text({ enum: papers }).notNull(),
  kinds: text().array().notNull().default([]),
  /** Issued as soon as the money has arrived; otherwise by the cashier. */
  isAutomatic: boolean().notNull().default(false),
  /** Start of automatic issuing; earlier payments are left to the cashier. */
  automaticFrom: moment(),
  item: text().notNull(),
  taxCode: text().notNull().default(''),
  taxRate: text().notNull().default(''),
  sort: integer().notNull().default(0),
})

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

/** Nonces of signed notifications, kept while their timestamp is valid, against replay. */
export const eInvoiceNonce = nonceTable('e_invoice_nonce')

/** Access token by app key, shared by all processes and renewed by one of them. */
export const eInvoiceToken = pgTable('e_invoice_token', {
  appKey: text().primaryKey(),
  /** Empty: there is none. */
  valueSealed: text().notNull().default(''),
  expiresAt: moment(),
  /** Times of token requests in the last 30 days; the provider limits their number. */
  asked: jsonb().$type<string[]>().notNull().default([]),
})
