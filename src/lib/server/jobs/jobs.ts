import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool, PoolConfig } from 'pg'
import type { PgBoss } from 'pg-boss'
import { anonymous, type Ctx, type Services } from '../api/context.ts'
import { openPool } from '../database/db.ts'
import { type DueJob, type Run, recordRun } from './runs.ts'

/** Recurring job; `cron` by the clock of Shanghai, `title` shown to staff. */
export type Job = {
  name: string
  title: string
  cron: string
  /** Takes its time, and looks at `run.signal`: staff may end it half-way. */
  isLong?: boolean
  run: (ctx: Ctx, run: Run) => Promise<unknown>
}

/** `owner`: as whom the tables of pg-boss are made, where `pool` may not; then `grant` lets it use them. */
type Surroundings = {
  pool: Pool
  log: FastifyBaseLogger
  /** Interval in s between polls for due jobs, and delay before a failed job is retried. */
  poll?: number
  retry?: number
  /** Whether the database is unavailable and no longer waited for. */
  isAway?: () => boolean
  owner?: PoolConfig
  grant?: () => Promise<void>
}

export const QUEUE = 'hangxie'

/** Seconds. A longer poll starts jobs that much later and queries an idle database less often. */
const POLL_S = 20
const RETRY_S = 30
/** Maximum jobs that run at a time. */
const MAX_PARALLEL_JOBS = 2
/** Delay in ms before a failed start is retried, and time that running jobs get when the program ends. */
const START_RETRY_MS = 5_000
const STOP_TIMEOUT_MS = 8_000

/**
 * Runs each job at its times in one process of all that share the database, and after a pause also at the time it
 * missed last. A job that fails is logged and tried again; a database that is away is waited for.
 */
export function makeJobs(
  services: Services,
  jobs: readonly Job[],
  { pool, log, poll = POLL_S, retry = RETRY_S, isAway = () => false, owner, grant }: Surroundings,
) {
  let boss: PgBoss | undefined
  let stopping = false
  let starting: Promise<void> | undefined

  const begin = async () => {
    if (owner && grant && !boss) {
      await install(owner)
      await grant()
    }
    boss ??= await open(pool, { log, poll, migrate: owner === undefined })
    await boss.start()
    await boss.createQueue(QUEUE, { policy: 'exclusive', heartbeatSeconds: 60, retryDelay: retry, retryBackoff: true })
    await schedule(boss, jobs)
    for (let i = 0; i < MAX_PARALLEL_JOBS; i++) await employ(boss)
  }
  /** A worker that looks again at once after each job: what waits at the same minute would else wait for its turn. */
  const employ = async (boss: PgBoss) => {
    let worker = ''
    worker = await boss.work<DueJob>(QUEUE, { pollingIntervalSeconds: poll }, async ([due]) => {
      boss.notifyWorker(worker)
      const job = jobs.find(({ name }) => name === due!.data.job)
      if (!job) return
      const ctx: Ctx = { ...services, now: new Date(), actor: anonymous, address: '', log, headers: {} }
      await recordRun(ctx, due!.data, due!.signal, run => job.run(ctx, run)).catch(err => {
        log.error({ err }, `the job ${job.name} failed`)
        throw err
      })
    })
  }
  const start = async () => {
    while (!stopping) {
      try {
        return await begin()
      } catch (err) {
        log.error({ err }, 'jobs cannot start')
        await boss?.stop({ graceful: false, close: false }).catch(() => {})
        await wait(START_RETRY_MS)
      }
    }
  }
  return {
    start: () => {
      starting ??= start()
    },
    stop: async () => {
      stopping = true
      const over = new AbortController()
      const away = waitUntilGivenUp(isAway, over.signal)
      await Promise.race([starting, wait(STOP_TIMEOUT_MS), away])
      await Promise.race([boss?.stop({ timeout: STOP_TIMEOUT_MS, close: false }), away])
      over.abort()
    },
  }
}

/** Resolves once the database is given up: the work of a running job has failed then. */
async function waitUntilGivenUp(isAway: () => boolean, over: AbortSignal): Promise<void> {
  while (!over.aborted && !isAway()) await wait(250, undefined, { ref: false })
}

type Opening = { log: FastifyBaseLogger; poll: number; migrate: boolean }

/** Tables and functions of pg-boss, as this version of it wants them. */
async function install(owner: PoolConfig): Promise<void> {
  const pool = openPool({ ...owner, max: 2 })
  try {
    const { PgBoss } = await import('pg-boss')
    const db = { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) }
    const boss = new PgBoss({ db, supervise: false, schedule: false })
    await boss.start()
    await boss.stop({ graceful: false, close: false })
  } finally {
    await pool.end()
  }
}

/** Loaded when the port is open: nobody waits for it. */
async function open(pool: Pool, { log, poll, migrate }: Opening): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    migrate,
    cronMonitorIntervalSeconds: poll,
    cronWorkerIntervalSeconds: poll,
    ...MAINTENANCE_INTERVALS,
  })
  return boss.on('error', err => log.error({ err }, 'jobs are disturbed'))
}

/** Schedules each job under a key of its own in one queue, so that one poll finds all that are due. */
async function schedule(boss: PgBoss, jobs: readonly Job[]) {
  for (const { name, title, cron, isLong = false } of jobs)
    await boss.schedule(
      QUEUE,
      cron,
      { job: name, title, isLong },
      { key: name, singletonKey: name, tz: 'Asia/Shanghai', missed: 'once', ...expiryOf(isLong) },
    )
  const known = new Set(jobs.map(({ name }) => name))
  for (const { key } of await boss.getSchedules(QUEUE)) if (!known.has(key)) await boss.unschedule(QUEUE, key)
}

/** Expiry of a job: pg-boss takes most jobs for hung after a quarter of an hour, long ones after 12 hours. */
export const expiryOf = (isLong: boolean) => (isLong ? { expireInSeconds: 12 * 3_600 } : {})

/** Intervals in s that slow down pg-boss's own maintenance, much of it for features that are not used here. */
const MAINTENANCE_INTERVALS = {
  queueCacheIntervalSeconds: 300,
  bamIntervalSeconds: 3_600,
  flowIntervalSeconds: 3_600,
}
