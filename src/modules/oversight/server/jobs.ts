import { and, count, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { cronInWords, nextTime } from '#lib/cron.ts'
import { iso, minute } from '#lib/dates.ts'
import { limitToPage, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { cancelRun, listScheduled, requestJob } from '#lib/server/jobs/manualRuns.ts'
import { jobRun } from '#lib/server/jobs/tables.ts'
import { inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import { type jobContract, resultNames } from '../jobContract.ts'
import type { staffOversightContract } from '../staffContract.ts'

type Endpoints = typeof jobContract
type Filters = Parsed<Endpoints['GET /staff/job/export']>
type Run = typeof jobRun.$inferSelect
type Titles = ReadonlyMap<string, string>

const WEEK = 7 * 86_400_000

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
  'GET /staff/job/runs': async (ctx, asked) => {
    const where = whereOf(asked)
    const rows = await limitToPage(asked, ctx.db.select().from(jobRun).where(where).orderBy(desc(jobRun.id)))
    const total = await countOf(ctx.db, sql`select 1 from ${jobRun} where ${where ?? sql`true`}`)
    const titles = titlesOf(await listScheduled(ctx))
    return toPage(
      rows.map(row => toRow(row, titles)),
      total,
      asked,
    )
  },
  'GET /staff/job/export': async (ctx, asked) => {
    const titles = titlesOf(await listScheduled(ctx))
    const rows = inBatches<Run>(async after =>
      ctx.db
        .select()
        .from(jobRun)
        .where(and(whereOf(asked), after && lt(jobRun.id, after.id)))
        .orderBy(desc(jobRun.id))
        .limit(1000),
    )
    const columns = [
      { title: '任务', width: 30, value: (run: Run) => titles.get(run.job) ?? run.job },
      { title: '开始', width: 18, value: (run: Run) => minute(iso(run.startedAt)) },
      { title: '用时（秒）', value: (run: Run) => secondsOf(run) },
      { title: '结果', value: (run: Run) => resultNames[run.result] },
      { title: '发起人', value: (run: Run) => run.wantedBy || '定时' },
      { title: '失败原因', width: 60, value: (run: Run) => run.error },
    ]
    return sendWorkbook('定时任务运行记录', { name: '运行记录', columns, rows })
  },
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

const titlesOf = (scheduled: readonly { job: string; title: string }[]): Titles =>
  new Map(scheduled.map(({ job, title }) => [job, title]))

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

const whereOf = ({ job, result }: Filters): SQL | undefined =>
  and(job ? eq(jobRun.job, job) : undefined, result ? eq(jobRun.result, result) : undefined)

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
  resultName: resultNames[run.result],
})
