import { desc, inArray } from 'drizzle-orm'
import { nextTime } from '#lib/cron.ts'
import { iso } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { measureArchive, readArchiving } from '#lib/server/backups/archiving/lag.ts'
import { keptUntil } from '#lib/server/backups/retention.ts'
import { requestJob } from '#lib/server/jobs/manualRuns.ts'
import { jobRun } from '#lib/server/jobs/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { runResultNames } from '../../jobRunFilters.ts'
import type { backupContract } from '../contract.ts'
import { backupProblems } from './backupHealth.ts'
import { BACKUP_JOB, CHECK_JOB } from './jobs.ts'
import { backupCopy } from './tables.ts'

const sealNames: Record<string, string> = {
  none: '未加密',
  passphrase: '口令',
  recipient: '公钥',
  site: '本站密钥',
}
const verifiedNames: Record<string, string> = { restored: '已试恢复', read: '已逐项读出' }

type Copy = typeof backupCopy.$inferSelect

export const backupHandlers = {
  'GET /staff/backup/list': async ctx => {
    const { backup } = ctx.config
    const rows = await ctx.db.select().from(backupCopy).orderBy(desc(backupCopy.at))
    const dated = rows.flatMap(({ id, at, missing, seal, isDamaged, isManual, isOther }) =>
      seal && !isOther ? { id, at, isManual, isGood: missing === 0 && !isDamaged } : [],
    )
    const until = keptUntil(dated, backup.keep, ctx.now)
    const untilOf = (id: number) => until.get(dated.find(one => one.id === id)!) ?? null
    const next = backup.cron ? nextTime(backup.cron, ctx.now) : null
    const archiving = await readArchiving(ctx)
    const archive = archiving?.isOn ? await measureArchive(ctx.config) : undefined
    return {
      backups: rows.map(row => toRow(row, untilOf(row.id))),
      nextTime: next ? iso(next) : null,
      folder: backup.folder,
      bucket: backup.s3 ? backup.s3.bucket : null,
      rule: backup.keep,
      worries: await backupProblems(ctx),
      running: await readRunning(ctx),
      archiving: archiving && {
        place: archiving.place,
        isOn: archiving.isOn,
        lag: archiving.lag,
        archivedTime: archiving.archivedAt && iso(archiving.archivedAt),
        earliestTime: archive?.earliest ? iso(archive.earliest) : null,
        bytes: archive?.bytes ?? 0,
        maxBytes: backup.maxWalBytes,
      },
    }
  },
  'POST /staff/backup/run': (ctx, { note }) => request(ctx, BACKUP_JOB, note),
  'POST /staff/backup/verify': ctx => request(ctx, CHECK_JOB),
} satisfies Handlers<typeof backupContract>

const toRow = (row: Copy, until: string | null) => ({
  id: row.id,
  name: row.name,
  time: iso(row.at),
  bytes: row.bytes,
  files: row.files,
  places: [...(row.inFolder ? ['本机目录'] : []), ...(row.inBucket ? ['对象存储'] : [])],
  sealName: sealNames[row.seal ?? ''] ?? '手工备份',
  verifiedName: row.isDamaged
    ? '已损坏'
    : row.missing > 0
      ? `缺 ${row.missing} 个附件`
      : (verifiedNames[row.verified ?? ''] ?? '未校验'),
  verifiedTime: row.verifiedAt && iso(row.verifiedAt),
  isGood: row.verified !== null && row.missing === 0 && !row.isDamaged,
  seconds: row.seconds,
  keptUntil: until,
  note: row.note,
  isOther: row.isOther,
})

async function readRunning({ db }: Ctx) {
  const rows = await db
    .selectDistinctOn([jobRun.job])
    .from(jobRun)
    .where(inArray(jobRun.job, [BACKUP_JOB, CHECK_JOB]))
    .orderBy(jobRun.job, desc(jobRun.id))
  const row = rows.find(({ result }) => result === 'running' || result === 'wanted')
  return row ? { run: row.id, job: row.job, resultName: runResultNames[row.result], progress: row.progress } : null
}

async function request(ctx: Ctx, job: string, note = '') {
  const noted = (db: Ctx['db'], { title }: { title: string }) =>
    record({ ...ctx, db }, { action: 'job.run', objectType: 'job', objectName: title })
  const run = await requestJob(ctx, job, signedInActor(ctx).userName, noted, note)
  return { run }
}
