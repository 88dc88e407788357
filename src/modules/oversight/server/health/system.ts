import { statfs } from 'node:fs/promises'
import { and, count, eq, gte, isNull, sql } from 'drizzle-orm'
import { addDays, dayOf, iso, minute, startOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { listScheduled } from '#lib/server/jobs/manualRuns.ts'
import { lastFailures } from '#lib/server/jobs/runs.ts'
import { timings } from '#lib/server/monitoring/timings.ts'
import { outbox } from '#lib/server/outbox/tables.ts'
import { routeTo } from '#lib/server/oversight/lists.ts'
import { type Check, judge } from '#lib/server/oversight/siteChecks.ts'
import { buildName } from '#lib/server/process/buildIdentity.ts'
import { file } from '#modules/files/server/tables.ts'
import { newestVerifiedBackup } from '../../backups/server/backupHealth.ts'

const GB = 2 ** 30
const MIN_FREE_BYTES = 1 * GB
/** A page whose 95th percentile exceeds this many ms is slow; below the minimum number of samples it is not judged. */
const SLOW_PAGE_MS = 1_000
const MIN_SAMPLES = 20

export const slowPages: Check = async () => {
  const slow = timings().routes.filter(({ count, p95 }) => count >= MIN_SAMPLES && p95 > SLOW_PAGE_MS)
  return judge(
    {
      code: 'slowPages',
      group: '可用性',
      name: '打开速度',
      each: 2,
      most: 10,
      why: '打开一页应在一秒之内；慢的页面请技术人员查看。',
      good: '没有经常超过一秒的页面',
    },
    {
      count: slow.length,
      found: `${slow.length} 个页面或接口经常超过一秒`,
      items: slow.map(({ route, p95 }) => ({
        text: `${route}：最慢的二十分之一超过 ${Math.round(p95)} 毫秒`,
        route: null,
      })),
    },
  )
}

export const failedMessages: Check = async ({ db, now }) => {
  const since = startOf(addDays(dayOf(now), -7))
  const lately = gte(outbox.createdAt, since)
  const [row] = await db
    .select({ n: count() })
    .from(outbox)
    .where(and(eq(outbox.state, 'failed'), lately))
  const { n } = row!
  return judge(
    {
      code: 'failedMessages',
      group: '运行',
      name: '短信与邮件',
      each: 0.5,
      most: 5,
      good: '近七天没有发送失败',
      why: '没有发出的通知请核对号码后重发，或检查短信、邮件服务。',
    },
    {
      count: n,
      found: `近七天有 ${n} 条短信或邮件没有发出`,
      route: routeTo('/staff/outbox', { state: 'failed', from: dayOf(since) }),
    },
  )
}

export const failedJobs: Check = async ctx => {
  const titles = new Map((await listScheduled(ctx)).map(({ job, title }) => [job, title]))
  const failed = (await lastFailures(ctx)).filter(({ job }) => titles.has(job))
  return judge(
    {
      code: 'failedJobs',
      group: '运行',
      name: '定时任务',
      each: 2,
      most: 10,
      good: '定时任务上次都运行成功',
      why: '失败的任务会自动重试；仍失败的请查看原因后再运行一次。',
    },
    {
      count: failed.length,
      found: `${failed.length} 个任务上次没有成功`,
      items: failed.map(({ job, error }) => ({
        text: `${titles.get(job)}：${error || '运行中断'}`,
        route: '/staff/jobs',
      })),
    },
  )
}

export const diskSpace: Check = async ({ config }) => {
  const free = await freeSpace(config.dataDir)
  return judge(
    {
      code: 'diskSpace',
      group: '运行',
      name: '磁盘空间',
      each: 10,
      most: 10,
      good: `剩余 ${gigabytes(free)}`,
      why: '空间用尽后无法上传与保存；请清理磁盘或扩容。',
    },
    { count: free < MIN_FREE_BYTES ? 1 : 0, found: `数据目录所在磁盘只剩 ${gigabytes(free)}` },
  )
}

const freeSpace = async (dir: string) => {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}
const gigabytes = (bytes: number) =>
  bytes < GB ? `${Math.round(bytes / 2 ** 20)} MB` : `${(bytes / GB).toFixed(1)} GB`

/** Facts that support asks for first: versions, sizes. */
export async function readFacts({ db, config }: Ctx) {
  const { rows } = await db.execute<{ version: string; size: number }>(
    sql`select current_setting('server_version') as version, pg_database_size(current_database()) as size`,
  )
  const [files] = await db
    .select({ n: count(), size: sql<number>`coalesce(sum(${file.size}), 0)`.mapWith(Number) })
    .from(file)
    .where(isNull(file.deletedAt))
  const backup = await newestVerifiedBackup({ db })
  return [
    { name: '行协', value: buildName },
    { name: 'Node.js', value: process.versions.node },
    { name: 'PostgreSQL', value: rows[0]!.version },
    { name: '数据库', value: gigabytes(rows[0]!.size) },
    { name: '附件', value: `${files!.n} 个，${gigabytes(files!.size)}` },
    { name: '附件存放', value: config.s3 ? '对象存储' : '数据目录' },
    { name: '磁盘剩余', value: gigabytes(await freeSpace(config.dataDir)) },
    { name: '最近备份', value: backup ? minute(iso(backup.at)) : '没有记录' },
  ]
}
