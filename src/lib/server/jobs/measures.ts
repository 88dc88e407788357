import { sql } from 'drizzle-orm'
import type { Measure } from '../monitoring/measures.ts'

type Last = { job: string; at: number; failed: number }

/** Last finished run of each job. */
const read = async ({ db }: Parameters<Measure['read']>[0]) => {
  const { rows } = await db.execute<Last>(sql`
    select job, extract(epoch from started_at)::float8 as at, (result <> 'done')::int as failed from (
      select distinct on (job) * from job_run where result in ('done', 'failed', 'interrupted') order by job, id desc
    ) last`)
  return rows
}

export const jobMeasures: readonly Measure[] = [
  {
    name: 'hangxie_job_last_run_timestamp_seconds',
    help: 'When a job ran last.',
    labels: ['task'],
    read: async of => (await read(of)).map(({ job, at }) => ({ labels: { task: job }, value: at })),
  },
  {
    name: 'hangxie_job_last_failed',
    help: '1: the last run of a job did not end well.',
    labels: ['task'],
    read: async of => (await read(of)).map(({ job, failed }) => ({ labels: { task: job }, value: failed })),
  },
]
