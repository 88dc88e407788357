import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, updatedAt } from '#lib/server/database/columns.ts'
import { points } from '#modules/awards/server/columns.ts'

export type SubmittedScore = { points: Record<string, number>; total: number; comment: string; at: string }

/**
 * Assignment of an entry to an expert, and the score; only the expert reads it before the round closes. `points` and
 * `comment` hold the draft, `submitted` holds what was submitted.
 */
export const awardScore = pgTable(
  'award_score',
  {
    roundId: integer().notNull(),
    entryId: integer().notNull(),
    expertId: integer().notNull(),
    /** Points by the code of the criterion. */
    points: jsonb().$type<Record<string, number>>().notNull().default({}),
    total: points(),
    comment: text().notNull().default(''),
    /** Time of the submission that counts; null: nothing submitted. */
    submittedAt: moment(),
    /** All submissions in order; the last one counts. */
    submitted: jsonb().$type<SubmittedScore[]>().notNull().default([]),
    version: integer().notNull().default(1),
    updatedAt: updatedAt(),
  },
  table => [
    primaryKey({ columns: [table.roundId, table.entryId, table.expertId] }),
    index().on(table.expertId, table.roundId),
  ],
)
