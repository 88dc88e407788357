import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { readArchiving } from '#lib/server/backups/archiving/lag.ts'
import { jobRun } from '#lib/server/jobs/tables.ts'
import { BACKUP_JOB } from './jobs.ts'
import { backupCopy } from './tables.ts'

type Asking = Pick<Ctx, 'db' | 'now'>
const HOUR = 3_600_000
/** Maximum age in hours: a day, plus time for the run itself. */
export const MAX_BACKUP_AGE_HOURS = 26
/** Maximum lag of the WAL archive in seconds. */
export const MAX_ARCHIVE_LAG_S = 300

/** Returns the newest verified backup that is undamaged and has every file. */
export async function newestVerifiedBackup({ db }: Pick<Ctx, 'db'>) {
  const [row] = await db
    .select()
    .from(backupCopy)
    .where(
      and(
        isNotNull(backupCopy.verified),
        eq(backupCopy.missing, 0),
        eq(backupCopy.isDamaged, false),
        eq(backupCopy.isOther, false),
      ),
    )
    .orderBy(desc(backupCopy.at))
    .limit(1)
  return row
}

/** Whether the program makes no backups and has found none: somebody else's tool may make them. */
export async function isLeftToOthers({ db, config }: Pick<Ctx, 'db' | 'config'>): Promise<boolean> {
  if (config.backup.cron) return false
  return (await db.$count(backupCopy)) === 0 && (await lastRun({ db })) === undefined
}

export async function lastRun({ db }: Pick<Ctx, 'db'>) {
  const [row] = await db
    .select()
    .from(jobRun)
    .where(and(eq(jobRun.job, BACKUP_JOB), sql`${jobRun.result} in ('done', 'failed', 'interrupted', 'cancelled')`))
    .orderBy(desc(jobRun.id))
    .limit(1)
  return row
}

/** Returns the problems with the backups, one sentence each. */
export async function backupProblems({ db, now, config }: Asking & Pick<Ctx, 'config'>): Promise<string[]> {
  const found: string[] = []
  if (await isLeftToOthers({ db, config })) return ['自动备份已关闭（BACKUP_AT=off），请确认另有备份']
  const good = await newestVerifiedBackup({ db })
  const hours = good ? Math.floor((now.getTime() - good.at.getTime()) / HOUR) : undefined
  const how = config.backup.cron ? '请在“备份”页立即备份' : '请运行 hangxie backup run'
  if (hours === undefined) found.push(`还没有校验过的备份，${how}`)
  else if (hours >= MAX_BACKUP_AGE_HOURS) found.push(`最近一个校验过的备份是 ${hours} 小时以前的`)
  const last = await lastRun({ db })
  if (last?.result === 'failed' || last?.result === 'interrupted')
    found.push(`上次备份没有成功：${last.error || '运行中断'}`)
  const damaged = await db.$count(backupCopy, eq(backupCopy.isDamaged, true))
  if (damaged > 0) found.push(`${damaged} 个备份已损坏`)
  const archiving = await readArchiving({ db, config })
  if (archiving?.isBroken) found.push('连续归档有缺口：等下一个底本做好之前，只能恢复到缺口以前')
  if (archiving && archiving.lag > MAX_ARCHIVE_LAG_S)
    found.push(`连续归档已落后 ${Math.round(archiving.lag / 60)} 分钟${archiving.isOn ? '' : '（重启后才生效）'}`)
  return found
}
