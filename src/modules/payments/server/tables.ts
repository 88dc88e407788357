import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { payment, refund } from '#modules/ledger/server/tables.ts'
import { differenceKinds, differenceStates } from '../differenceWords.ts'
import { closeReasonCodes, itemStates, orderStates, type PaymentEntry, providers, scenes } from '../paymentWords.ts'
import { sentStates } from '../sentWords.ts'

/** 支付订单: a sum that one payer pays at once through a provider, for one or several things that are owed. */
export const paymentOrder = pgTable(
  'payment_order',
  {
    id: id(),
    /** Our order number, known to the provider. */
    number: text().notNull().unique(),
    provider: text({ enum: providers }).notNull(),
    scene: text({ enum: scenes }).notNull(),
    /** Our account with the provider when it was made: only what is paid to this one counts. */
    merchant: text().notNull(),
    fen: integer().notNull(),
    state: text({ enum: orderStates }).notNull().default('waiting'),
    payer: text().notNull(),
    /** Subject as shown by the provider. */
    about: text().notNull(),
    /** Account that the order is for; `madeBy`: the login that made it. */
    accountId: idOf(() => account.id),
    madeBy: idOf(() => account.id),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    /** Entry to the payment; null until the provider has accepted the order. */
    door: jsonb().$type<PaymentEntry>(),
    askedAt: moment(),
    transactionId: text(),
    /** Payment time by the provider's clock; `heardAt`: when we were notified. */
    paidAt: moment(),
    heardAt: moment(),
    closedAt: moment(),
    closeReason: text({ enum: closeReasonCodes }),
    /** What it brought, once it is paid. */
    paymentId: integer()
      .unique()
      .references(() => payment.id),
    /** Fee charged by the provider, from its bill. */
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

/** An item that an order pays. While it waits, no other order can contain the same item. */
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
    /** Our refund number, known to the provider. */
    number: text().notNull().unique(),
    refundId: idOf(() => refund.id).unique(),
    orderId: idOf(() => paymentOrder.id),
    fen: integer().notNull(),
    reason: text().notNull(),
    state: text({ enum: sentStates }).notNull().default('waiting'),
    createdAt: createdAt(),
    /** The provider's refund number; `doneAt`: completion time by its clock. */
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
    /** Number of the order or of the refund. */
    number: text().notNull(),
    transactionId: text().notNull().default(''),
    ourFen: integer(),
    theirFen: integer(),
    orderId: integer().references(() => paymentOrder.id),
    /** Why a line of the bill could not be read. */
    reason: text().notNull().default(''),
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
