import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, moment } from '../database/columns.ts'

/** Runs of jobs, one row each: when, requested by whom, and the result. */
export const jobRun = pgTable(
  'job_run',
  {
    id: id(),
    job: text().notNull(),
    /** Name of the requester; empty: started by the schedule. */
    wantedBy: text().notNull().default(''),
    /** What the requester wrote about this run. */
    note: text().notNull().default(''),
    startedAt: createdAt(),
    finishedAt: moment(),
    /** `wanted`: somebody wants it now. `interrupted`: its process ended before it did. */
    result: text({ enum: ['wanted', 'running', 'done', 'failed', 'interrupted', 'cancelled'] })
      .notNull()
      .default('running'),
    error: text().notNull().default(''),
    /** Progress in words, while the job runs. */
    progress: text().notNull().default(''),
    /** Name of the person who cancelled the run. */
    cancelledBy: text().notNull().default(''),
  },
  table => [index().on(table.job, table.id.desc().nullsFirst()), index().on(table.result, table.startedAt)],
)
