import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { id, moment } from '#lib/server/database/columns.ts'
import { nonceTable } from '#lib/server/http/signedNotices.ts'
import { papers } from '../../eInvoiceWords.ts'

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
