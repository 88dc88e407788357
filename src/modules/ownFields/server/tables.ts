import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Option } from '#lib/form/form.ts'
import { id, moment } from '#lib/server/database/columns.ts'

/**
 * A field that the association has added to a type of record. Rows are never deleted, so that a code is never used for
 * something else: records keep their answers by it, in a column `own` of their table.
 */
export const ownField = pgTable('own_field', {
  id: id(),
  recordType: text().notNull(),
  code: text().notNull().unique(),
  label: text().notNull(),
  section: text().notNull().default(''),
  kind: text({ enum: ['text', 'paragraph', 'number', 'day', 'choice', 'choices'] }).notNull(),
  options: jsonb().$type<Option[]>().notNull().default([]),
  /** Number of the last option: the codes of deleted options are not used again. */
  lastOption: integer().notNull().default(0),
  unit: text().notNull().default(''),
  required: boolean().notNull().default(false),
  hint: text().notNull().default(''),
  /** `holder`: also by the organisation or person that the record is about. */
  filledBy: text({ enum: ['staff', 'holder'] }).notNull(),
  isPublic: boolean().notNull().default(false),
  sort: integer().notNull().default(0),
  /** No longer asked or shown; the answers are kept. */
  removedAt: moment(),
})
