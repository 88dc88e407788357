import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, moment } from '../database/columns.ts'

/** Each time a job ran: when, by whose wish, and what came of it. */
export const jobRun = pgTable(
  'job_run',
  {
    id: id(),
    job: text().notNull(),
    /** Of who wanted it now; empty: the clock. */
    wantedBy: text().notNull().default(''),
    startedAt: createdAt(),
    finishedAt: moment(),
    /** `wanted`: somebody wants it now. `interrupted`: its process ended before it did. */
    result: text({ enum: ['wanted', 'running', 'done', 'failed', 'interrupted', 'cancelled'] })
      .notNull()
      .default('running'),
    error: text().notNull().default(''),
    /** How far it is, in words, while it runs. */
    progress: text().notNull().default(''),
    /** Of who has ended it half-way. */
    cancelledBy: text().notNull().default(''),
  },
  table => [index().on(table.job, table.id.desc().nullsFirst()), index().on(table.result, table.startedAt)],
)
