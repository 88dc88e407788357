import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { refund } from '#modules/money/server/tables.ts'
import { closeReasonCodes, itemStates, orderStates, providers, scenes } from '../paymentWords.ts'
import type { Door } from '../providers/server/driver.ts'
import { differenceKinds, differenceStates } from '../reconciling/differenceWords.ts'
import { sentStates } from '../refunding/sentWords.ts'

/** 支付订单: a sum that one payer pays at once through a provider, for one or several things that are owed. */
export const paymentOrder = pgTable(
  'payment_order',
  {
    id: id(),
    /** By which the provider knows it. */
    number: text().notNull().unique(),
    provider: text({ enum: providers }).notNull(),
    scene: text({ enum: scenes }).notNull(),
    /** Our account with the provider when it was made: only what is paid to this one counts. */
    merchant: text().notNull(),
    fen: integer().notNull(),
    state: text({ enum: orderStates }).notNull().default('waiting'),
    payer: text().notNull(),
    /** What it is for, as the provider shows it. */
    about: text().notNull(),
    /** For whom it was made, and who signed in. */
    accountId: idOf(() => account.id),
    madeBy: idOf(() => account.id),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    /** Where it is paid; null until the provider has taken it. */
    door: jsonb().$type<Door>(),
    askedAt: moment(),
    transactionId: text(),
    /** By the clock of the provider, and when we heard of it. */
    paidAt: moment(),
    heardAt: moment(),
    closedAt: moment(),
    closeReason: text({ enum: closeReasonCodes }),
    /** What the provider keeps for itself, as its bill says. */
    feeFen: integer(),
  },
  table => [
    uniqueIndex('payment_order_transaction').on(table.provider, table.transactionId),
    index('payment_order_waiting').on(table.expiresAt).where(sql`state = 'waiting'`),
    index().on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index().on(table.accountId),
    index().on(table.paidAt),
    check('payment_order_fen', sql`${table.fen} > 0`),
    check('payment_order_paid', sql`(${table.state} = 'paid') = (${table.transactionId} is not null)`),
  ],
)

/** One of the things that an order pays. While one waits, no other order can be for the same. */
export const paymentItem = pgTable(
  'payment_item',
  {
    id: id(),
    orderId: idOf(() => paymentOrder.id),
    payable: text().notNull(),
    payableId: integer().notNull(),
    about: text().notNull(),
    fen: integer().notNull(),
    state: text({ enum: itemStates }).notNull().default('open'),
    /** Why it could not be booked. */
    note: text().notNull().default(''),
  },
  table => [
    index().on(table.orderId),
    index().on(table.payable, table.payableId),
    uniqueIndex('payment_item_open').on(table.payable, table.payableId).where(sql`state = 'open'`),
    index('payment_item_surplus').on(table.orderId).where(sql`state = 'surplus'`),
    check('payment_item_fen', sql`${table.fen} > 0`),
  ],
)

/** A refund on which both persons have agreed, as it goes back through the provider. */
export const paymentRefund = pgTable(
  'payment_refund',
  {
    id: id(),
    /** By which the provider knows it. */
    number: text().notNull().unique(),
    refundId: idOf(() => refund.id).unique(),
    orderId: idOf(() => paymentOrder.id),
    fen: integer().notNull(),
    reason: text().notNull(),
    state: text({ enum: sentStates }).notNull().default('waiting'),
    createdAt: createdAt(),
    /** What the provider calls it, and when it says that the money went. */
    providerId: text(),
    doneAt: moment(),
    why: text().notNull().default(''),
  },
  table => [
    index().on(table.orderId),
    index('payment_refund_open').on(table.id).where(sql`state in ('waiting', 'sent')`),
    check('payment_refund_fen', sql`${table.fen} > 0`),
  ],
)

/** 对账单: that the bill of a day was read, and what it comes to. */
export const paymentBill = pgTable(
  'payment_bill',
  {
    id: id(),
    provider: text({ enum: providers }).notNull(),
    day: date().notNull(),
    lines: integer().notNull(),
    paidFen: integer().notNull(),
    refundedFen: integer().notNull(),
    feeFen: integer().notNull(),
    readAt: createdAt(),
  },
  table => [uniqueIndex('payment_bill_day').on(table.provider, table.day)],
)

/** 对账差异: where the provider's bill and our register do not say the same. */
export const paymentDifference = pgTable(
  'payment_difference',
  {
    id: id(),
    provider: text({ enum: providers }).notNull(),
    day: date().notNull(),
    kind: text({ enum: differenceKinds }).notNull(),
    /** Of the order, or of the refund. */
    number: text().notNull(),
    transactionId: text().notNull().default(''),
    ourFen: integer(),
    theirFen: integer(),
    orderId: integer().references(() => paymentOrder.id),
    state: text({ enum: differenceStates }).notNull().default('open'),
    note: text().notNull().default(''),
    resolvedBy: integer().references(() => account.id),
    resolvedAt: moment(),
    foundAt: createdAt(),
  },
  table => [
    uniqueIndex('payment_difference_once').on(table.provider, table.day, table.kind, table.number, table.transactionId),
    index('payment_difference_state').on(table.state),
  ],
)
