import { sql } from 'drizzle-orm'
import { addDays, dayOf, startOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { listScheduled } from '#lib/server/jobs/manualRuns.ts'
import { alarmStaff } from '#modules/messages/server/alarms.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { BACKUP_JOB, BACKUP_TITLE } from '../backups/server/jobs.ts'

const failed = defineTemplate({
  code: 'desk.jobFailed',
  group: '工作人员',
  name: '定时任务连续失败',
  title: '定时任务连续失败：{任务}',
  content: '“{任务}”已连续失败 3 次，最近一次的原因：{原因}',
  sms: '定时任务“{任务}”已连续失败 3 次，请登录工作后台“定时任务”查看。',
  placeholders: { 任务: '发送短信与邮件', 原因: '短信服务没有应答' },
})

type Streak = { job: string; first: number; error: string }

/** Tells whoever looks after the system of jobs that have failed three times running; of each such row of failures once. */
export async function notifyJobFailures(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.execute<Streak>(sql`
    with ended as (
      select id, job, result, error from job_run
      where result in ('done', 'failed', 'interrupted') and started_at > ${startOf(addDays(dayOf(ctx.now), -30))}
    ), streak as (
      select job, min(id) first, count(*) times, (array_agg(error order by id desc))[1] error from ended e
      where result <> 'done' and not exists (
        select 1 from ended later where later.job = e.job and later.id > e.id and later.result = 'done')
      group by job
    )
    select job, first, error from streak where times >= 3 and not exists (
      select 1 from message where object_type = 'jobRun' and object_id = first)`)
  const scheduled = rows.length > 0 ? await listScheduled(ctx) : []
  for (const { job, first, error } of rows) {
    const title = scheduled.find(one => one.job === job)?.title ?? (job === BACKUP_JOB ? BACKUP_TITLE : job)
    await inTransaction(ctx, async tx => {
      const texts = await renderTemplate(tx, failed.code, { 任务: title, 原因: error || '进程中断' })
      const link = { route: `/staff/jobs?job=${job}`, objectType: 'jobRun', objectId: Number(first) }
      await alarmStaff(tx, { ...texts, ...link })
    })
  }
}
