import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id } from '#lib/server/database/columns.ts'

/** 分支机构: a part of the association that looks after the members of some provinces. Roles are limited to it. */
export const branch = pgTable('branch', {
  id: id(),
  name: text().notNull(),
  /** Provinces served; no two branches in use serve the same province. */
  provinces: text().array().notNull().default([]),
  contact: text().notNull().default(''),
  phone: text().notNull().default(''),
  address: text().notNull().default(''),
  /** A retired branch serves no province. */
  isRetired: boolean().notNull().default(false),
  sort: integer().notNull().default(0),
})
