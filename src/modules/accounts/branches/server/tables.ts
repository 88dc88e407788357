import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id } from '#lib/server/database/columns.ts'

/** 分支机构: a part of the association that looks after the members of some provinces. Roles are limited to it. */
export const branch = pgTable('branch', {
  id: id(),
  name: text().notNull(),
  /** Which it serves: none of them is served by another that is in use. */
  provinces: text().array().notNull().default([]),
  contact: text().notNull().default(''),
  phone: text().notNull().default(''),
  address: text().notNull().default(''),
  /** It serves nobody. */
  isRetired: boolean().notNull().default(false),
  sort: integer().notNull().default(0),
})
