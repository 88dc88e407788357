import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Services } from '../api/context.ts'
import { describeError } from '../process/faults.ts'
import { jobRun } from './tables.ts'

type WithDb = Pick<Services, 'db'>
/** `run`: the line that was written when somebody wanted it now; `wantedBy`: the command that runs it itself. */
export type DueJob = { job: string; run?: number; wantedBy?: string; note?: string }

const DAY = 86_400_000
/** Retention in days of runs that succeeded, and of runs that failed. */
const RETENTION_DAYS = { done: 7, failed: 90 }

/**
 * Handle of a running job: `say` reports progress, `signal` aborts when it is to end; `wantedBy`: who wanted it now, empty
 * where the schedule did, and `note`: what they wrote about it.
 */
export type Run = { say: (progress: string) => Promise<void>; signal: AbortSignal; wantedBy: string; note: string }

/** Interval in ms between checks whether somebody has cancelled a run. */
const CANCEL_CHECK_MS = 1_000

/** Does the work, and keeps when it ran and what came of it. `ended`: the program wants to. */
export async function recordRun(
  ctx: WithDb,
  due: DueJob,
  ended: AbortSignal,
  work: (run: Run) => Promise<unknown>,
): Promise<void> {
  const { id, wantedBy, note } = await begin(ctx, due)
  const cancelled = new AbortController()
  const change = (values: Partial<typeof jobRun.$inferInsert>) =>
    ctx.db.update(jobRun).set(values).where(eq(jobRun.id, id))
  const end = (result: 'done' | 'failed' | 'cancelled', error = '') =>
    change({ result, error, progress: '', finishedAt: new Date() })
  const watch = setInterval(async () => {
    const asked = ctx.db.select({ by: jobRun.cancelledBy }).from(jobRun).where(eq(jobRun.id, id))
    const [row] = await asked.catch(() => [])
    if (row?.by) cancelled.abort(new Error('已取消'))
  }, CANCEL_CHECK_MS)
  try {
    await work({
      say: async progress => void (await change({ progress })),
      signal: AbortSignal.any([ended, cancelled.signal]),
      wantedBy,
      note,
    })
  } catch (error) {
    // A cancelled run is not retried.
    if (cancelled.signal.aborted) return void (await end('cancelled'))
    await end('failed', reasonOf(error)).catch(() => {})
    throw error
  } finally {
    clearInterval(watch)
  }
  await end('done')
}

/** A job runs once at a time: what is said to run still has died with its process. */
async function begin({ db }: WithDb, { job, run = 0, wantedBy = '', note = '' }: DueJob) {
  await db
    .update(jobRun)
    .set({ result: 'interrupted' })
    .where(and(eq(jobRun.job, job), eq(jobRun.result, 'running')))
  const now = {
    result: 'running',
    startedAt: new Date(),
    finishedAt: null,
    error: '',
    progress: '',
    cancelledBy: '',
  } as const
  const [wanted] = await db
    .update(jobRun)
    .set(now)
    .where(and(eq(jobRun.id, run), eq(jobRun.job, job)))
    .returning()
  if (wanted) return wanted
  const [added] = await db
    .insert(jobRun)
    .values({ ...now, job, wantedBy, note })
    .returning()
  return added!
}

const reasonOf = (error: unknown) => describeError(error).message.slice(0, 500)

/** Keeps the last run of each job, however long ago. */
export async function deleteOldRuns({ db, now }: WithDb & { now: Date }): Promise<void> {
  const before = (days: number) => lt(jobRun.startedAt, new Date(now.getTime() - days * DAY))
  const isOver = sql`${jobRun.id} not in (select max(id) from job_run group by job)`
  await db.delete(jobRun).where(and(eq(jobRun.result, 'done'), before(RETENTION_DAYS.done), isOver))
  await db
    .delete(jobRun)
    .where(
      and(
        inArray(jobRun.result, ['failed', 'interrupted', 'cancelled', 'wanted']),
        before(RETENTION_DAYS.failed),
        isOver,
      ),
    )
}

/** Failed or interrupted jobs, by the last run of each. */
export async function lastFailures({ db }: WithDb) {
  const { rows } = await db.execute<{ job: string; error: string; started_at: Date }>(sql`
    select job, error, started_at from (
      select distinct on (job) * from ${jobRun} where ${ne(jobRun.result, 'wanted')} order by job, id desc
    ) last where result in ('failed', 'interrupted') order by started_at desc`)
  return rows
}
