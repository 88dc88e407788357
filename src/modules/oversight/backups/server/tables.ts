import { bigint, boolean, doublePrecision, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, moment } from '#lib/server/database/columns.ts'

/** Backups found at their locations at the last backup or check: read by the screen, the tasks and the metrics. */
export const backupCopy = pgTable('backup_copy', {
  id: id(),
  name: text().notNull().unique(),
  /** The moment that it shows. */
  at: moment().notNull(),
  bytes: bigint({ mode: 'number' }).notNull(),
  rows: integer(),
  files: integer(),
  /** Words of whoever made it by hand. */
  note: text().notNull().default(''),
  isManual: boolean().notNull().default(false),
  /** Made of another database, which has the same folder. */
  isOther: boolean().notNull().default(false),
  /** Files that were not there to be backed up. */
  missing: integer().notNull().default(0),
  /** Kind of encryption; null: made by hand and unknown. */
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
