import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { eq, notInArray } from 'drizzle-orm'
import type { PoolConfig } from 'pg'
import type { Ctx } from '#lib/server/api/context.ts'
import { gapNotePath } from '#lib/server/backups/archiving/archiveGap.ts'
import { isBaseDue, pruneArchive, sizeOf } from '#lib/server/backups/archiving/archiveRetention.ts'
import { listBases, makeBase } from '#lib/server/backups/archiving/base.ts'
import { archiveOf, systemOf } from '#lib/server/backups/archiving/names.ts'
import { checkCopy, type Found, isOurs, listBackups } from '#lib/server/backups/notes.ts'
import { bucketOf, folderOf, type Place, walPlaceOf } from '#lib/server/backups/place.ts'
import { type BackupResult, runBackup } from '#lib/server/backups/running.ts'
import { poolOf } from '#lib/server/database/db.ts'
import { databaseInfo } from '#lib/server/database/tables.ts'
import type { Job } from '#lib/server/jobs/jobs.ts'
import type { Run } from '#lib/server/jobs/runs.ts'
import type { Config } from '#lib/server/process/config.ts'
import { namedFiles } from '#modules/files/server/namedFiles.ts'
import { sourcesOf } from './sources.ts'
import { backupCopy } from './tables.ts'

export const BACKUP_JOB = 'backup'
export const BACKUP_TITLE = '备份数据库与附件'
export const CHECK_JOB = 'checkBackups'

/** Interval in ms at which the size of the archive is measured. */
const MEASURE_INTERVAL_MS = 3_600_000

/**
 * Scheduled backup jobs according to the settings. `connection`: a role that may read everything and create databases.
 */
export function backupJobs({ backup: { cron, wal }, databaseUrl }: Config, connection: PoolConfig): Job[] {
  let newest: Awaited<ReturnType<typeof keepBases>>
  let measuredAt = 0
  const base: Job = {
    name: 'archiveBase',
    title: '连续归档的底本',
    // Every minute, so that a new or restored site lacks a base backup for a minute only.
    cron: '* * * * *',
    isLong: true,
    run: async (ctx, { say }) => {
      const isMeasured = ctx.now.getTime() - measuredAt < MEASURE_INTERVAL_MS
      const hasGap = existsSync(gapNotePath(ctx.config.dataDir))
      if (newest && isMeasured && !isBaseDue([newest], ctx.now) && !hasGap) return
      newest = await keepBases(ctx, connection, say)
      measuredAt = ctx.now.getTime()
    },
  }
  const backup: Job[] = cron
    ? [
        {
          name: BACKUP_JOB,
          title: BACKUP_TITLE,
          cron,
          isLong: true,
          run: async (ctx, run) => refuseMissingFiles(await backUp(ctx, connection, run)),
        },
      ]
    : []
  // Backups that another timer makes rot as well.
  const check: Job = { name: CHECK_JOB, title: '核对已有的备份', cron: '0 5 * * 0', isLong: true, run: checkBackups }
  return [...(wal && !databaseUrl ? [base] : []), ...backup, check]
}

/** Makes a backup and writes down what there is then; the caller records the run (`recordRun`). */
export async function backUp(
  ctx: Pick<Ctx, 'db' | 'config' | 'store'>,
  connection: PoolConfig,
  { say, signal, wantedBy, note: words }: Run,
): Promise<BackupResult> {
  const sources = sourcesOf(poolOf(ctx.db), ctx.store)
  const isManual = wantedBy !== ''
  const made = await runBackup({ config: ctx.config, connection, sources, say, signal, isManual, words })
  await recordFoundBackups(ctx)
  return made
}

/** Makes the run of a backup that lacks files one that failed. */
export function refuseMissingFiles({ note: { missing } }: BackupResult): void {
  if (missing > 0) throw new Error(`备份已做，但有 ${missing} 个附件不在存储中，请运行 hangxie doctor --deep`)
}

/** Writes down what there is at the places now, and no more. */
export async function recordFoundBackups(ctx: Pick<Ctx, 'db' | 'config'>): Promise<void> {
  const bucket = await bucketOf(ctx.config)
  const inFolder = await listBackups(folderOf(ctx.config))
  const inBucket = bucket ? await listBackups(bucket) : []
  const all = new Map([...inBucket, ...inFolder].map(found => [found.name, found]))
  const [own] = await ctx.db.select({ id: databaseInfo.id }).from(databaseInfo)
  const isIn = (list: readonly Found[], name: string) => list.some(found => found.name === name)
  await ctx.db.transaction(async db => {
    await db.delete(backupCopy).where(notInArray(backupCopy.name, [...all.keys(), '']))
    for (const { name, at, bytes, isDamaged, note } of all.values()) {
      const places = { inFolder: isIn(inFolder, name), inBucket: isIn(inBucket, name) }
      const about = {
        at,
        bytes,
        rows: note?.rows ?? null,
        files: note?.files ?? null,
        missing: note?.missing ?? 0,
        seal: note?.seal ?? null,
        verified: note?.verified ?? null,
        verifiedAt: note ? new Date(note.verifiedAt) : null,
        seconds: note?.seconds ?? null,
        note: note?.words ?? '',
        isManual: note?.isManual ?? false,
        isOther: note !== undefined && !isOurs(note, own?.id),
        isDamaged,
        ...places,
      }
      const { verifiedAt: _, ...kept } = about
      await db
        .insert(backupCopy)
        .values({ name, ...about })
        .onConflictDoUpdate({ target: backupCopy.name, set: kept })
    }
  })
}

/**
 * Reads what there is once more, and compares it with what it was: all in the folder, and in the bucket the newest, for
 * what is fetched from there is paid for. The others there have their length.
 */
export async function checkBackups(ctx: Ctx, { say, signal }: Run): Promise<void> {
  await recordFoundBackups(ctx)
  const bucket = await bucketOf(ctx.config)
  const damaged = new Set<string>()
  const check = async (place: Place, found: readonly Found[]) => {
    for (const [index, { name, note }] of found.entries()) {
      await say(`正在核对 ${place.title}：${index + 1} / ${found.length}`)
      if (!note) continue
      if (!(await checkCopy(place, name, note, signal))) damaged.add(name)
      await ctx.db
        .update(backupCopy)
        .set({ isDamaged: damaged.has(name), verifiedAt: new Date() })
        .where(eq(backupCopy.name, name))
    }
  }
  const folder = folderOf(ctx.config)
  await check(folder, await listBackups(folder))
  if (bucket) await check(bucket, (await listBackups(bucket)).slice(0, 1))
  if (damaged.size > 0) throw new Error(`${damaged.size} 个备份已损坏：${[...damaged].join('、')}，请尽快重新备份`)
}

/**
 * Makes a base where there is none, where it is a week old, where the log has a gap, and where the archive has become too
 * large; then what nobody needs any more goes.
 */
async function keepBases(ctx: Ctx, connection: PoolConfig, say: Run['say']) {
  const { config, now } = ctx
  const maxBytes = config.backup.maxWalBytes
  const place = (await walPlaceOf(config))!
  const system = await systemOf(join(config.dataDir, 'pg'))
  const before = await listBases(place, system)
  const isFull = sizeOf(await place.list(archiveOf(system))) > maxBytes
  const isDue = isBaseDue(before, now, isFull) || existsSync(gapNotePath(config.dataDir))
  if (!isDue && !isFull) return before.at(-1)
  if (isDue) await makeBase(config, connection, namedFiles(ctx.db), say)
  const bases = await listBases(place, system)
  await pruneArchive(place, system, { bases, now, maxBytes })
  return bases.at(-1)
}
