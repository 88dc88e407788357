import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { PgBoss } from 'pg-boss'
import { anonymous, type Ctx, type Services } from '../api/context.ts'
import { type Due, noting } from './runs.ts'

/** Something done again and again, whoever is there or not; `cron` by the clock of Shanghai, `title` for staff. */
export type Job = { name: string; title: string; cron: string; run: (ctx: Ctx) => Promise<unknown> }

type Surroundings = { pool: Pool; log: FastifyBaseLogger; poll?: number }

export const QUEUE = 'hangxie'

/** In seconds. A job may start that much later than its time, and the idle database is asked that much less. */
const POLL = 20
/** How many jobs run at a time. */
const AT_ONCE = 2
/** In ms: before a start that failed is tried again, and how long a job may take to end with the program. */
const RETRY = 5_000
const PATIENCE = 8_000

/**
 * Runs each job at its times in one process of all that share the database, and after a pause also at the time it
 * missed last. A job that fails is logged and tried again; a database that is away is waited for.
 */
export function makeJobs(services: Services, jobs: readonly Job[], { pool, log, poll = POLL }: Surroundings) {
  let boss: PgBoss | undefined
  let stopping = false
  let starting: Promise<void> | undefined

  const begin = async () => {
    boss ??= await open(pool, log, poll)
    await boss.start()
    await boss.createQueue(QUEUE, { policy: 'exclusive', heartbeatSeconds: 60, retryDelay: 30, retryBackoff: true })
    await schedule(boss, jobs)
    for (let i = 0; i < AT_ONCE; i++) await employ(boss)
  }
  /** A worker that looks again at once after each job: what waits at the same minute would else wait for its turn. */
  const employ = async (boss: PgBoss) => {
    let worker = ''
    worker = await boss.work<Due>(QUEUE, { pollingIntervalSeconds: poll }, async ([due]) => {
      boss.notifyWorker(worker)
      const job = jobs.find(({ name }) => name === due!.data.job)
      if (!job) return
      const ctx: Ctx = { ...services, now: new Date(), actor: anonymous, address: '', log, headers: {} }
      await noting(ctx, due!.data, () => job.run(ctx)).catch(err => {
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
        await wait(RETRY)
      }
    }
  }
  return {
    start: () => {
      starting ??= start()
    },
    stop: async () => {
      stopping = true
      await Promise.race([starting, wait(PATIENCE)])
      await boss?.stop({ timeout: PATIENCE, close: false })
    },
  }
}

/** Loaded when the port is open: nobody waits for it. */
async function open(pool: Pool, log: FastifyBaseLogger, poll: number): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    cronMonitorIntervalSeconds: poll,
    cronWorkerIntervalSeconds: poll,
    ...SELDOM,
  })
  return boss.on('error', err => log.error({ err }, 'jobs are disturbed'))
}

/** Each under a key of its own in one queue, so that one question finds whatever is due. */
async function schedule(boss: PgBoss, jobs: readonly Job[]) {
  for (const { name, title, cron } of jobs)
    await boss.schedule(
      QUEUE,
      cron,
      { job: name, title },
      { key: name, singletonKey: name, tz: 'Asia/Shanghai', missed: 'once' },
    )
  const known = new Set(jobs.map(({ name }) => name))
  for (const { key } of await boss.getSchedules(QUEUE)) if (!known.has(key)) await boss.unschedule(QUEUE, key)
}

/** In seconds: what pg-boss does for itself, much of it for features that are not used here. */
const SELDOM = {
  queueCacheIntervalSeconds: 300,
  bamIntervalSeconds: 3_600,
  flowIntervalSeconds: 3_600,
}
