import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, updatedAt } from '#lib/server/database/columns.ts'
import { file } from '#modules/files/server/tables.ts'
import type { DesignLayout, SnapshotLayout } from '../designSchema.ts'

/**
 * 证书版式: how certificates of some kinds look; lengths in millimetres, places from the sheet's upper left corner. What is
 * issued keeps its look: see `certificate_look`.
 */
export const certificateDesign = pgTable('certificate_design', {
  id: id(),
  name: text().notNull().unique(),
  /** Codes of the kinds it applies to; `*personnel`: every kind of that register without a design of its own. */
  kinds: text().array().notNull().default([]),
  paper: text({ enum: ['landscape', 'portrait'] }).notNull(),
  backgroundId: integer().references(() => file.id),
  frame: text({ enum: ['double', 'single', 'none'] }).notNull(),
  marginX: integer().notNull(),
  marginTop: integer().notNull(),
  colours: text({ enum: ['association', 'own'] }).notNull(),
  main: text().notNull().default(''),
  accent: text().notNull().default(''),
  title: text().notNull(),
  titleSecond: text().notNull().default(''),
  holder: text({ enum: ['large', 'inText'] }).notNull(),
  align: text({ enum: ['centre', 'indent'] }).notNull(),
  body: text().notNull().default(''),
  bodySecond: text().notNull().default(''),
  facts: jsonb().$type<DesignLayout['facts']>().notNull().default([]),
  note: text().notNull().default(''),
  seal: text({ enum: ['printed', 'byHand'] }).notNull(),
  sealX: integer().notNull(),
  sealY: integer().notNull(),
  sealSize: integer().notNull(),
  qrX: integer().notNull(),
  qrY: integer().notNull(),
  qrSize: integer().notNull(),
  /** Typst; empty: by the fields above. */
  template: text().notNull().default(''),
  updatedAt: updatedAt(),
})

/**
 * The look of certificates as they were issued: the design of their kind, its pictures, the colours and the seal of that
 * day. Never changed; the same look is there once, under the hash of all that makes it.
 */
export const certificateLook = pgTable('certificate_look', {
  id: id(),
  digest: text().notNull().unique(),
  drawn: jsonb().$type<SnapshotLayout>().notNull(),
  backgroundId: integer().references(() => file.id),
  sealId: integer().references(() => file.id),
  createdAt: createdAt(),
})
