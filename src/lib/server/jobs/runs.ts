import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Services } from '../api/context.ts'
import { jobRun } from './tables.ts'

type Asking = Pick<Services, 'db'>
/** `run`: the line that was written when somebody wanted it now. */
export type Due = { job: string; run?: number }

const DAY = 86_400_000
/** In days: how long it is known that a job ran, and that one failed. */
const KEPT = { done: 7, failed: 90 }

/** Does the work, and keeps when it ran and what came of it. */
export async function noting(ctx: Asking, due: Due, work: () => Promise<unknown>): Promise<void> {
  const id = await begin(ctx, due)
  const end = (result: 'done' | 'failed', error = '') =>
    ctx.db.update(jobRun).set({ result, error, finishedAt: new Date() }).where(eq(jobRun.id, id))
  try {
    await work()
  } catch (error) {
    await end('failed', tell(error)).catch(() => {})
    throw error
  }
  await end('done')
}

/** A job runs once at a time: what is said to run still has died with its process. */
async function begin({ db }: Asking, { job, run = 0 }: Due): Promise<number> {
  await db
    .update(jobRun)
    .set({ result: 'interrupted' })
    .where(and(eq(jobRun.job, job), eq(jobRun.result, 'running')))
  const now = { result: 'running', startedAt: new Date(), finishedAt: null, error: '' } as const
  const [wanted] = await db
    .update(jobRun)
    .set(now)
    .where(and(eq(jobRun.id, run), eq(jobRun.job, job)))
    .returning({ id: jobRun.id })
  if (wanted) return wanted.id
  const [added] = await db
    .insert(jobRun)
    .values({ ...now, job })
    .returning({ id: jobRun.id })
  return added!.id
}

const tell = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500)

/** Keeps the last run of each job, however long ago. */
export async function forgetRuns({ db, now }: Asking & { now: Date }): Promise<void> {
  const before = (days: number) => lt(jobRun.startedAt, new Date(now.getTime() - days * DAY))
  const isOver = sql`${jobRun.id} not in (select max(id) from job_run group by job)`
  await db.delete(jobRun).where(and(eq(jobRun.result, 'done'), before(KEPT.done), isOver))
  await db
    .delete(jobRun)
    .where(and(inArray(jobRun.result, ['failed', 'interrupted', 'wanted']), before(KEPT.failed), isOver))
}

/** Of each job, its last run: those that did not end well. */
export async function lastFailures({ db }: Asking) {
  const { rows } = await db.execute<{ job: string; error: string; started_at: Date }>(sql`
    select job, error, started_at from (
      select distinct on (job) * from ${jobRun} where ${ne(jobRun.result, 'wanted')} order by job, id desc
    ) last where result in ('failed', 'interrupted') order by started_at desc`)
  return rows
}
