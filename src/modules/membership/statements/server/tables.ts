import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, numeric, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment } from '#lib/server/database/columns.ts'
import { memberFee } from '#modules/membership/server/tables.ts'
import { lineStates } from '../../fees/feeWords.ts'

/** 银行流水: a list of what came in, as the bank gives it. The bank's file itself is not kept. */
export const bankStatement = pgTable('bank_statement', {
  id: id(),
  bank: text().notNull(),
  fileName: text().notNull(),
  /** Lines skipped on import: already known ones, and ones without incoming money. */
  known: integer().notNull(),
  passedOver: integer().notNull(),
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
    /**
     * Kind and id of the paid record. For membership fees `feeId` counts, because the previous program version writes
     * only that.
     */
    payable: text().notNull().default('memberFee'),
    payableId: integer(),
    feeId: integer().references(() => memberFee.id),
    /** Paid record before the posting, for undo. */
    former: jsonb().$type<object>(),
    note: text().notNull().default(''),
    decidedName: text().notNull().default(''),
    decidedAt: moment(),
  },
  table => [
    index().on(table.statementId, table.row),
    index('bank_line_open').on(table.paidOn).where(sql`state = 'open'`),
    uniqueIndex('bank_line_fee').on(table.feeId).where(sql`state = 'accepted'`),
    uniqueIndex('bank_line_payable')
      .on(table.payable, sql`coalesce(fee_id, payable_id)`)
      .where(sql`state = 'accepted'`),
  ],
)
