import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import { storedStates } from '../states.ts'

/** A workbook that is taken over, from its first check until it is undone. What its rows say stays in the file. */
export const importBatch = pgTable(
  'import_batch',
  {
    id: id(),
    kind: text().notNull(),
    /** Private; null once it is forgotten. */
    fileId: integer().references(() => file.id),
    fileName: text().notNull(),
    /** The one whose bad rows this one mends. */
    followsId: integer().references((): AnyPgColumn => importBatch.id),
    state: text({ enum: storedStates }).notNull().default('parsing'),
    /** All rows or none, where some are bad. */
    wholeOnly: boolean().notNull().default(false),
    /** Where in the workbook: the name of the sheet, the number of the row with the headings. */
    layout: jsonb().$type<{ sheet: string; heading: number }>(),
    /** What the check found in so many rows. */
    rows: integer().notNull().default(0),
    added: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    same: integer().notNull().default(0),
    bad: integer().notNull().default(0),
    /** Rows dealt with so far. */
    progress: integer().notNull().default(0),
    /** Columns that nobody knows, pictures that were left out. */
    notes: text().array().notNull().default([]),
    /** Why it failed. */
    reason: text().notNull().default(''),
    cancelAsked: boolean().notNull().default(false),
    /** Of the process at work: its last sign of life, and which work it is. */
    heartbeat: createdAt(),
    work: text().notNull().default(''),
    checkedAt: moment(),
    /** What it wrote was written as of this moment; who changes it later leaves another. */
    writtenAt: moment(),
    createdBy: idOf(() => account.id),
    createdByName: text().notNull(),
    createdAt: createdAt(),
  },
  table => [index().on(table.createdAt).where(sql`file_id is not null`)],
)

/** What is wrong with which cell. `column` 0: with the row. */
export const importFault = pgTable(
  'import_fault',
  {
    id: id(),
    batchId: idOf(() => importBatch.id),
    row: integer().notNull(),
    column: integer().notNull(),
    heading: text().notNull(),
    /** Of the field; empty: the row. */
    name: text().notNull().default(''),
    message: text().notNull(),
    /** Words that are none of the choices of the column. */
    unknown: text(),
    /** What the cell says and whom the row is about: may be personal. */
    cellSealed: text(),
  },
  table => [index().on(table.batchId, table.row, table.column)],
)

/** What somebody put in place of a cell of the sheet; may be personal. */
export const importMend = pgTable(
  'import_mend',
  {
    batchId: idOf(() => importBatch.id),
    row: integer().notNull(),
    /** Of the field. */
    name: text().notNull(),
    valueSealed: text().notNull(),
  },
  table => [primaryKey({ columns: [table.batchId, table.row, table.name] })],
)

/** What words mean that are none of the choices of a column, for every sheet of that kind from now on. */
export const importMeaning = pgTable(
  'import_meaning',
  {
    id: id(),
    kind: text().notNull(),
    /** Of the field. */
    name: text().notNull(),
    /** As `plain` has it. */
    said: text().notNull(),
    /** The code of a choice. */
    meant: text().notNull(),
    createdByName: text().notNull(),
    createdAt: createdAt(),
  },
  table => [uniqueIndex().on(table.kind, table.name, table.said)],
)

/** What undoing needs of a row that was written; personal values in `before` are sealed. */
export const importRow = pgTable(
  'import_row',
  {
    batchId: idOf(() => importBatch.id),
    row: integer().notNull(),
    objectId: integer().notNull(),
    /** The record as it was; null: the batch created it. */
    before: jsonb().$type<Record<string, unknown>>(),
  },
  table => [primaryKey({ columns: [table.batchId, table.row] })],
)
