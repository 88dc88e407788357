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
import type { WordFile } from './drivers/invoiceDriver.ts'

const money = () => numeric({ precision: 12, scale: 2, mode: 'number' })

/** 开票规则: which paper is issued for which kinds of fees. A kind stands in one of them at most. */
export const eInvoiceRule = pgTable('e_invoice_rule', {
  id: id(),
  name: text().notNull().unique(),
  paper: text({ enum: papers }).notNull(),
  kinds: text().array().notNull().default([]),
  /** As soon as the money has come; else when the cashier says so. */
  isAutomatic: boolean().notNull().default(false),
  /** Since when it is so: what came before waits for the cashier. */
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
    /** By which the provider knows it: the same number never makes two papers. */
    requestNumber: text().notNull().unique(),
    provider: text().notNull(),
    /** Of what is owed: its kind among the payables, and which one. */
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
    /** Of a red one: what it takes back, why, and by which confirmation of the tax bureau. */
    blueId: integer().references((): AnyPgColumn => eInvoice.id),
    blueNumber: text().notNull().default(''),
    redReason: text().notNull().default(''),
    confirmation: text().notNull().default(''),
    number: text().notNull().default(''),
    issuedOn: date(),
    /** Why it was not issued, or what is still wrong with it. */
    problem: text().notNull().default(''),
    /** What the provider has of it to be fetched. */
    files: jsonb().$type<WordFile[]>().notNull().default([]),
    pdfId: integer().references(() => file.id),
    ofdId: integer().references(() => file.id),
    xmlId: integer().references(() => file.id),
    /** Null: by the clock. */
    askedBy: integer().references(() => account.id),
    askedAt: createdAt(),
    sentAt: moment(),
    /** When the provider is asked again how it stands. */
    askAgainAt: moment(),
    /** When its files were kept, and whoever paid was told. */
    deliveredAt: moment(),
  },
  table => [
    // Of one payment one blue paper stands; of one blue paper one red is under way.
    uniqueIndex('e_invoice_blue')
      .on(table.payable, table.payableId)
      .where(sql`colour = 'blue' and state <> 'reversed'`),
    uniqueIndex('e_invoice_red').on(table.blueNumber).where(sql`colour = 'red' and state <> 'issued'`),
    index('e_invoice_due').on(table.askAgainAt).where(sql`ask_again_at is not null`),
    index().on(table.issuedOn),
    check('e_invoice_amount', sql`${table.amount} > 0`),
  ],
)

/** What was signed once is not taken again: by the provider's nonces, while their time is good. */
export const eInvoiceNonce = nonceTable('e_invoice_nonce')

/** What a provider lends us to call it with, by the name it has given us: one for all processes, renewed by one of them. */
export const eInvoiceToken = pgTable('e_invoice_token', {
  appKey: text().primaryKey(),
  /** Empty: there is none. */
  valueSealed: text().notNull().default(''),
  expiresAt: moment(),
  /** When it was asked for, in the last 30 days: the provider counts, too. */
  asked: jsonb().$type<string[]>().notNull().default([]),
})
