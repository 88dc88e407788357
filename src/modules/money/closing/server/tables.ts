import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, numeric, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment } from '#lib/server/database/columns.ts'
import { ways } from '#modules/ledger/ledgerWords.ts'
import { directions } from '../closingWords.ts'

const amount = () => numeric({ precision: 14, scale: 2, mode: 'number' }).notNull()

/** Number of invoices and receipts dated on the day. */
export type Papers = { invoices: number; receipts: number }

/** 日结: what came and went on a day, fixed. One that was opened again stays, and counts no more. */
export const dailyClose = pgTable(
  'daily_close',
  {
    id: id(),
    day: date().notNull(),
    /** Runs through all closes. */
    number: integer().notNull().unique(),
    received: amount(),
    refunded: amount(),
    count: integer().notNull(),
    papers: jsonb().$type<Papers>().notNull(),
    /** Open items at the time of the close. */
    openClaims: integer().notNull(),
    openLines: integer().notNull(),
    closedBy: integer().notNull(),
    closedName: text().notNull(),
    closedAt: createdAt(),
    reopenedName: text().notNull().default(''),
    agreedName: text().notNull().default(''),
    reopenedAt: moment(),
    reason: text().notNull().default(''),
  },
  table => [uniqueIndex('daily_close_day').on(table.day).where(sql`reopened_at is null`)],
)

/** Booking of a movement by a close. */
export const closeEntry = pgTable(
  'close_entry',
  {
    id: id(),
    closeId: idOf(() => dailyClose.id),
    /** Id of the movement, as in `movements`. */
    movementId: integer().notNull(),
    receivableId: integer().notNull(),
    kind: text().notNull(),
    direction: text({ enum: directions }).notNull(),
    way: text({ enum: ways }).notNull(),
    /** In yuan; negative for refunds and reversals. */
    amount: amount(),
    day: date().notNull(),
    confirmedOn: date().notNull(),
    /** 补记: of a day before that of the close. */
    isLate: boolean().notNull(),
  },
  table => [index().on(table.closeId), index().on(table.movementId)],
)
