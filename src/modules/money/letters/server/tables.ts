import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import { letterKinds, letterStates, storedBatchStates } from '../../letterWords.ts'

/** What all letters of a batch say. `text`: with its placeholders, which each letter fills in. */
export type LetterContent = {
  title: string
  text: string
  closing: string
  association: string
  colour: string
  /** Line above the address in the window, by which the post returns it. */
  sender: string
  contact: string
  account: [label: string, value: string][]
}
/** A receivable as it was when the letter was printed. `daysLate`: 0 while it is not late. */
export type LetterRow = {
  receivableId: number
  kindName: string
  about: string
  number: string
  amount: number
  received: number
  open: number
  dueOn: string
  daysLate: number
}

/** Letters that were printed together, and the making of their one file. */
export const paymentLetterBatch = pgTable(
  'payment_letter_batch',
  {
    id: id(),
    kind: text({ enum: letterKinds }).notNull(),
    /** Kept, so that a letter that is printed again says the same. */
    content: jsonb().$type<LetterContent>().notNull(),
    payBy: date().notNull(),
    count: integer().notNull(),
    state: text({ enum: storedBatchStates }).notNull().default('making'),
    /** Letters set so far. */
    progress: integer().notNull().default(0),
    /** Why it failed. */
    reason: text().notNull().default(''),
    /** Last heartbeat of the process that works on it, and the id of that run. */
    heartbeat: createdAt(),
    work: text().notNull().default(''),
    /** Null: not made yet, or cleared away. */
    fileId: integer().references(() => file.id),
    createdBy: idOf(() => account.id),
    createdAt: createdAt(),
  },
  table => [index().on(table.createdAt)],
)

/** 缴费通知书 or 催缴函 to one payer, with a snapshot of what it says. A void one keeps its number. */
export const paymentLetter = pgTable(
  'payment_letter',
  {
    id: id(),
    batchId: idOf(() => paymentLetterBatch.id),
    kind: text({ enum: letterKinds }).notNull(),
    number: text().notNull().unique(),
    payer: text().notNull(),
    /** Whose letters these are, see `payerKey`. */
    payerKey: text().notNull(),
    /** Ids in the register of receivables. */
    receivableIds: integer().array().notNull(),
    rows: jsonb().$type<LetterRow[]>().notNull(),
    total: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull(),
    postcode: text().notNull(),
    address: text().notNull(),
    /** Line below the name: for whose attention. */
    attention: text().notNull(),
    /** Path of the page where the payer pays; without data of persons. */
    payPath: text().notNull(),
    state: text({ enum: letterStates }).notNull().default('printed'),
    dispatchedOn: date(),
    /** Such as the tracking number of the post. */
    dispatchNote: text().notNull().default(''),
    returnedOn: date(),
    returnReason: text().notNull().default(''),
    voidReason: text().notNull().default(''),
    printedBy: idOf(() => account.id),
    printedAt: createdAt(),
  },
  table => [
    index().on(table.batchId),
    index().on(table.printedAt, table.id),
    index().on(table.payerKey),
    index().using('gin', table.receivableIds),
    check('payment_letter_total', sql`${table.total} > 0`),
  ],
)
