import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, updatedAt } from '#lib/server/database/columns.ts'
import { points } from '#modules/awards/server/columns.ts'

export type SubmittedScore = { points: Record<string, number>; total: number; comment: string; at: string }

/**
 * Who scores what, and the score: nobody but its expert reads it before the round is closed. `points` and `comment` are as
 * they are being typed; what was handed in is in `submitted`.
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
    /** Of what counts. Null: nothing handed in yet. */
    submittedAt: moment(),
    /** What was handed in, one after another: the last one counts. */
    submitted: jsonb().$type<SubmittedScore[]>().notNull().default([]),
    version: integer().notNull().default(1),
    updatedAt: updatedAt(),
  },
  table => [
    primaryKey({ columns: [table.roundId, table.entryId, table.expertId] }),
    index().on(table.expertId, table.roundId),
  ],
)
