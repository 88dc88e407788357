import { and, eq, sql } from 'drizzle-orm'
import { conflict, notFound } from '../../error.ts'
import type { Services } from '../api/context.ts'
import type { Db } from '../database/db.ts'
import { poolOf } from '../database/db.ts'
import { expiryOf, QUEUE } from './jobs.ts'
import { jobRun } from './tables.ts'

export type Scheduled = { job: string; title: string; cron: string; isLong: boolean }

/** Scheduled jobs, as the processes that run them have registered them; empty before the first process has started. */
export async function listScheduled({ db }: Pick<Services, 'db'>): Promise<Scheduled[]> {
  const { rows: there } = await db.execute<{ table: string | null }>(
    sql`select to_regclass('pgboss.schedule')::text as table`,
  )
  if (!there[0]!.table) return []
  const { rows } = await db.execute<Scheduled>(sql`
    select key as job, coalesce(data ->> 'title', key) as title, cron, coalesce((data ->> 'isLong')::boolean, false) as "isLong"
    from pgboss.schedule where name = ${QUEUE}
    order by key`)
  return rows
}

/**
 * Has a job run as soon as a process is free: once, whoever else wants it. `noted` is written in the same transaction
 * as the line that says that it is wanted.
 */
export async function requestJob(
  { db }: Pick<Services, 'db'>,
  job: string,
  wantedBy: string,
  noted: (tx: Db, scheduled: Scheduled) => Promise<unknown>,
  note = '',
): Promise<number> {
  const scheduled = (await listScheduled({ db })).find(one => one.job === job)
  if (!scheduled) throw notFound('没有这个任务，请刷新页面')
  return db.transaction(async tx => {
    const [run] = await tx.insert(jobRun).values({ job, wantedBy, note, result: 'wanted' }).returning({ id: jobRun.id })
    await noted(tx, scheduled)
    if (!(await queue(db, scheduled, run!.id))) throw conflict(`「${scheduled.title}」正在排队或运行，请稍后再看`)
    return run!.id
  })
}

/** Sends the job with a pg-boss opened for this alone, without maintenance. False if the same job is queued already. */
async function queue(db: Db, { job, isLong }: Scheduled, run: number): Promise<boolean> {
  const { PgBoss } = await import('pg-boss')
  const executeSql = (text: string, values?: unknown[]) => poolOf(db).query(text, values)
  const boss = new PgBoss({ db: { executeSql }, supervise: false, schedule: false, migrate: false })
  await boss.start()
  try {
    return (await boss.send(QUEUE, { job, run }, { singletonKey: job, ...expiryOf(isLong) })) !== null
  } finally {
    await boss.stop({ graceful: false, close: false })
  }
}

/** Has a run end that goes on: its process sees to it within seconds. */
export async function cancelRun(
  { db }: Pick<Services, 'db'>,
  run: number,
  cancelledBy: string,
  noted: (tx: Db, scheduled: Scheduled) => Promise<unknown>,
): Promise<void> {
  const scheduled = await listScheduled({ db })
  await db.transaction(async tx => {
    const [row] = await tx
      .update(jobRun)
      .set({ cancelledBy })
      .where(and(eq(jobRun.id, run), eq(jobRun.result, 'running')))
      .returning({ job: jobRun.job })
    const about = scheduled.find(({ job, isLong }) => job === row?.job && isLong)
    if (!about) throw conflict('它没有在运行，或不能中途取消，请刷新页面')
    await noted(tx, about)
  })
}
