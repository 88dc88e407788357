import { date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, moment } from '../database/columns.ts'

/** Work that lay too long, told to somebody above: once by each rule, and once more only when it lies anew. */
export const escalation = pgTable(
  'escalation',
  {
    id: id(),
    /** The rule by which it was told, and what it said then: rules change and go. */
    ruleId: integer().notNull(),
    ruleName: text().notNull(),
    /** The record that lies, by the name of its table. */
    objectType: text().notNull(),
    objectId: integer().notNull(),
    /** Date since which the work has waited. */
    since: date().notNull(),
    /** Working days beyond the limit. */
    daysOver: integer().notNull(),
    toldTo: text().notNull(),
    at: moment().notNull(),
  },
  table => [
    uniqueIndex().on(table.ruleId, table.objectType, table.objectId, table.since),
    index().on(table.objectType, table.objectId),
  ],
)
