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
import type { LayoutChoice } from './headings.ts'
import type { SecondRecord } from './importKinds.ts'

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
    /** All or nothing: no row is written while one has a fault. */
    wholeOnly: boolean().notNull().default(false),
    /** Name of the sheet and number of its heading row. */
    layout: jsonb().$type<{ sheet: string; heading: number }>(),
    /** How staff chose the file to be read; null: as its headings say. */
    choice: jsonb().$type<LayoutChoice>(),
    /** Sentences on what of the file is read and what is not. */
    found: jsonb().$type<{ used: string[]; unused: string[] }>(),
    /** Row counts found by the check. */
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
    /** Last heartbeat of the process that works on it, and the id of that run. */
    heartbeat: createdAt(),
    work: text().notNull().default(''),
    checkedAt: moment(),
    /** Written records carry this moment; a later change by somebody else has another. */
    writtenAt: moment(),
    createdBy: idOf(() => account.id),
    createdByName: text().notNull(),
    createdAt: createdAt(),
  },
  table => [index().on(table.createdAt).where(sql`file_id is not null`)],
)

/** Faults by cell. `column` 0: the fault is about the whole row. */
export const importFault = pgTable(
  'import_fault',
  {
    id: id(),
    batchId: idOf(() => importBatch.id),
    row: integer().notNull(),
    column: integer().notNull(),
    heading: text().notNull(),
    /** Name of the field; empty: the whole row. */
    name: text().notNull().default(''),
    message: text().notNull(),
    /** Words that are none of the choices of the column. */
    unknown: text(),
    /** Text of the cell and subject of the row, encrypted since both may be personal data. */
    cellSealed: text(),
  },
  table => [index().on(table.batchId, table.row, table.column)],
)

/** Cells replaced by staff, encrypted since they may be personal data. */
export const importMend = pgTable(
  'import_mend',
  {
    batchId: idOf(() => importBatch.id),
    row: integer().notNull(),
    name: text().notNull(),
    valueSealed: text().notNull(),
  },
  table => [primaryKey({ columns: [table.batchId, table.row, table.name] })],
)

/** Meanings given to words that match no choice of a column, valid for every later sheet of that kind. */
export const importMeaning = pgTable(
  'import_meaning',
  {
    id: id(),
    kind: text().notNull(),
    name: text().notNull(),
    /** Normalised text of the cell. */
    said: text().notNull(),
    /** The code of a choice. */
    meant: text().notNull(),
    createdByName: text().notNull(),
    createdAt: createdAt(),
  },
  table => [uniqueIndex().on(table.kind, table.name, table.said)],
)

/** What staff chose for a heading, valid for every later sheet of that kind that has it. */
export const importHeading = pgTable(
  'import_heading',
  {
    kind: text().notNull(),
    /** The heading by `headingKey`. */
    heading: text().notNull(),
    /** The field; empty: the column is not read. */
    name: text().notNull(),
    createdByName: text().notNull(),
    createdAt: createdAt(),
  },
  table => [primaryKey({ columns: [table.kind, table.heading] })],
)

/** Data to undo a written row; personal values in `before` are encrypted. */
export const importRow = pgTable(
  'import_row',
  {
    batchId: idOf(() => importBatch.id),
    row: integer().notNull(),
    objectId: integer().notNull(),
    /** The record as it was; null: the batch created it. */
    before: jsonb().$type<Record<string, unknown>>(),
    /** A second record of the row. */
    also: jsonb().$type<SecondRecord>(),
  },
  table => [primaryKey({ columns: [table.batchId, table.row] })],
)
