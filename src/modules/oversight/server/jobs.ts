import { and, count, desc, gte, inArray, sql } from 'drizzle-orm'
import { cronInWords, nextTime } from '#lib/cron.ts'
import { iso, minute } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { cancelRun, listScheduled, requestJob } from '#lib/server/jobs/manualRuns.ts'
import { jobRun } from '#lib/server/jobs/tables.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { record } from '#modules/audit/server/record.ts'
import { BACKUP_JOB, BACKUP_TITLE } from '../backups/server/jobs.ts'
import { jobRunFilters, runResultNames } from '../jobRunFilters.ts'
import type { staffOversightContract } from '../staffContract.ts'

type Run = typeof jobRun.$inferSelect
type Titles = ReadonlyMap<string, string>

const WEEK = 7 * 86_400_000

/** The backup has runs, by `hangxie backup run`, where it is not scheduled. */
const titlesOf = (scheduled: readonly { job: string; title: string }[]): Titles =>
  new Map([[BACKUP_JOB, BACKUP_TITLE], ...scheduled.map(({ job, title }) => [job, title] as const)])

const secondsOf = ({ startedAt, finishedAt }: Run) =>
  finishedAt ? Math.round((finishedAt.getTime() - startedAt.getTime()) / 100) / 10 : null

const toRow = (run: Run, titles: Titles) => ({
  id: run.id,
  job: run.job,
  title: titles.get(run.job) ?? run.job,
  wantedBy: run.wantedBy,
  startedAt: iso(run.startedAt),
  seconds: secondsOf(run),
  error: run.error,
  progress: run.progress,
  result: run.result,
  resultName: runResultNames[run.result],
})

/** 运行记录: runs of the scheduled jobs. */
const runRegister = defineRegister({
  name: '定时任务运行记录',
  views: { code: 'jobRun', permission: 'staff:system' },
  filters: jobRunFilters,
  from: jobRun,
  id: jobRun.id,
  newest: jobRun.id,
  where: { job: jobRun.job, result: jobRun.result },
  read: async (ctx, ids) => {
    const [runs, scheduled] = await Promise.all([
      ctx.db.select().from(jobRun).where(inArray(jobRun.id, ids)),
      listScheduled(ctx),
    ])
    const titles = titlesOf(scheduled)
    return runs.map(run => toRow(run, titles))
  },
  row: of => of,
  columns: {
    title: { heading: '任务', width: 30, value: of => of.title, sort: jobRun.job },
    startedAt: {
      heading: '开始',
      width: 18,
      value: of => minute(of.startedAt),
      sort: jobRun.startedAt,
      nowrap: true,
    },
    seconds: {
      heading: '用时（秒）',
      value: of => of.seconds,
      empty: '—',
      sort: sql`coalesce(${jobRun.finishedAt} - ${jobRun.startedAt}, '-1 second')`,
      isFigure: true,
    },
    resultName: { heading: '结果', value: of => of.resultName, sort: sql`coalesce(${jobRun.result}, '')` },
    wantedBy: { heading: '发起人', value: of => of.wantedBy || '定时' },
    error: { heading: '失败原因', width: 60, value: of => of.error },
  },
  listed: ['title', 'startedAt', 'seconds', 'resultName', 'wantedBy'],
})

export const jobsHandlers = {
  'GET /staff/job/list': async ctx => {
    const scheduled = await listScheduled(ctx)
    const last = await lastRuns(ctx)
    const failures = await countFailures(ctx)
    const titles = titlesOf(scheduled)
    return scheduled.map(({ job, title, cron, isLong }) => {
      const next = nextTime(cron, ctx.now)
      const run = last.find(one => one.job === job)
      return {
        job,
        title,
        schedule: cronInWords(cron),
        nextAt: next && iso(next),
        last: run ? toRow(run, titles) : null,
        isLong,
        failures: failures.get(job) ?? 0,
      }
    })
  },
  'GET /staff/job/runs': (ctx, asked) => runRegister.list(ctx, asked),
  'GET /staff/job/export': (ctx, asked) => runRegister.export(ctx, asked),
  'POST /staff/job/run': async (ctx, { job }) => {
    const { userName } = signedInActor(ctx)
    const run = await requestJob(ctx, job, userName, (db, { title }) =>
      record({ ...ctx, db }, { action: 'job.run', objectType: 'job', objectName: title }),
    )
    return { run }
  },
  'POST /staff/job/cancel': async (ctx, { run }) => {
    const { userName } = signedInActor(ctx)
    await cancelRun(ctx, run, userName, (db, { title }) =>
      record({ ...ctx, db }, { action: 'job.cancel', objectType: 'job', objectName: title }),
    )
    return {}
  },
} satisfies Partial<Handlers<typeof staffOversightContract>>

const lastRuns = ({ db }: Ctx) => db.selectDistinctOn([jobRun.job]).from(jobRun).orderBy(jobRun.job, desc(jobRun.id))

async function countFailures({ db, now }: Ctx) {
  const rows = await db
    .select({ job: jobRun.job, n: count() })
    .from(jobRun)
    .where(
      and(inArray(jobRun.result, ['failed', 'interrupted']), gte(jobRun.startedAt, new Date(now.getTime() - WEEK))),
    )
    .groupBy(jobRun.job)
  return new Map(rows.map(({ job, n }) => [job, n]))
}
