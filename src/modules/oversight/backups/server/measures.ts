import { readArchiveLag } from '#lib/server/backups/archiving/lag.ts'
import type { Measure } from '#lib/server/monitoring/measures.ts'
import { isLeftToOthers, lastRun, newestVerifiedBackup } from './backupHealth.ts'

const sampleOf = (value: number | null | undefined) => (value === null || value === undefined ? [] : [{ value }])

export const backupMeasures: readonly Measure[] = [
  {
    name: 'hangxie_backup_verified_timestamp_seconds',
    help: 'The moment that the newest verified backup shows; 0: there is none; NaN: others make the backups.',
    read: async ctx =>
      sampleOf(
        (await isLeftToOthers(ctx)) ? Number.NaN : ((await newestVerifiedBackup(ctx))?.at.getTime() ?? 0) / 1000,
      ),
  },
  {
    name: 'hangxie_backup_bytes',
    help: 'How large the newest verified backup is.',
    read: async ctx => sampleOf((await newestVerifiedBackup(ctx))?.bytes),
  },
  {
    name: 'hangxie_backup_seconds',
    help: 'How long the newest verified backup took.',
    read: async ctx => sampleOf((await newestVerifiedBackup(ctx))?.seconds),
  },
  {
    name: 'hangxie_backup_last_failed',
    help: '1: the last run of the backup did not end well.',
    read: async ctx => {
      const last = await lastRun(ctx)
      return last ? sampleOf(last.result === 'done' ? 0 : 1) : []
    },
  },
  {
    name: 'hangxie_wal_archive_lag_seconds',
    help: 'Since when changes of the built-in PostgreSQL wait to be archived; absent where they are not.',
    read: async ctx => sampleOf(await readArchiveLag(ctx)),
  },
]
