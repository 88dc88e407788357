import { integer, pgTable, uuid } from 'drizzle-orm/pg-core'

/** The identity of this database; one row, written by the migration that makes the table. */
export const databaseInfo = pgTable('database_info', {
  /** Tells backups of this database from those of another in the same folder; restored with the data. */
  id: uuid().primaryKey().defaultRandom(),
  /** The newest release of the program (`SCHEMA_RELEASE`) that has migrated the database. */
  schemaRelease: integer().notNull().default(1),
})
