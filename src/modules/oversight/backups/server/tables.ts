import { bigint, boolean, doublePrecision, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, moment } from '#lib/server/database/columns.ts'

/** What was found at the places of backups when a backup was made or they were checked: for the screen, the desk and the measures. */
export const backupCopy = pgTable('backup_copy', {
  id: id(),
  name: text().notNull().unique(),
  /** The moment that it shows. */
  at: moment().notNull(),
  bytes: bigint({ mode: 'number' }).notNull(),
  rows: integer(),
  files: integer(),
  /** Files that were not there to be backed up. */
  missing: integer().notNull().default(0),
  /** How it is encrypted; null: made by hand, nothing is known of it. */
  seal: text(),
  /** `restored`: all rows were restored and counted. `read`: all was read. Null: nobody has looked. */
  verified: text(),
  verifiedAt: moment(),
  seconds: doublePrecision(),
  inFolder: boolean().notNull(),
  inBucket: boolean().notNull(),
  /** A copy is not what it was when it was made. */
  isDamaged: boolean().notNull().default(false),
})
