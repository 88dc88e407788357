import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../api/context.ts'
import type { Config } from '../../process/config.ts'
import { walPlaceOf } from '../place.ts'
import { gapNotePath } from './archiveGap.ts'
import { sizeOf } from './archiveRetention.ts'
import { listBases } from './base.ts'
import { archiveOf, systemOf } from './names.ts'

type Row = { mode: string; current: string; last: string | null; at: Date | null; since: Date }
type WithDb = Pick<Ctx, 'db'>

/** A segment of the log by its number among all: names are of 8 digits each for the line, the high and the low part. */
const numberOf = (name: string) =>
  Number.parseInt(name.slice(8, 16), 16) * 256 + Number.parseInt(name.slice(16, 24), 16)

const read = async ({ db }: WithDb) => {
  const { rows } = await db.execute<Row>(sql`
    select current_setting('archive_mode') as mode, pg_walfile_name(pg_current_wal_lsn()) as current,
      last_archived_wal as last, last_archived_time as at, pg_postmaster_start_time() as since
    from pg_stat_archiver`)
  const { mode, current, last, at, since } = rows[0]!
  const isOn = mode === 'on'
  // The one that is being written is none that waits.
  const isWaiting = !last || numberOf(current) - numberOf(last) > 1
  const lag = isWaiting ? (Date.now() - new Date(at ?? since).getTime()) / 1000 : 0
  return { isOn, lag: isOn ? lag : Number.POSITIVE_INFINITY, archivedAt: at && new Date(at) }
}

/** Lag of finished segments in seconds; null where the log is not archived. */
export async function readArchiveLag(of: WithDb): Promise<number | null> {
  const { isOn, lag } = await read(of)
  return isOn ? lag : null
}

/** Status of the log archive of the built-in PostgreSQL; null: archiving is not configured. */
export async function readArchiving({ db, config }: WithDb & { config: Config }) {
  if (!config.backup.wal || config.databaseUrl) return null
  const { isOn, lag, archivedAt } = await read({ db })
  const place = config.backup.wal === 's3' ? `s3://${config.backup.s3!.bucket}` : config.backup.folder
  return { place, isOn, archivedAt, lag: isOn ? lag : 86_400, isBroken: existsSync(gapNotePath(config.dataDir)) }
}

/** Returns how large the archive is and the earliest moment to which it leads back; null: there is no base yet. */
export async function measureArchive(config: Config): Promise<{ bytes: number; earliest: Date | null }> {
  const place = (await walPlaceOf(config))!
  const system = await systemOf(join(config.dataDir, 'pg'))
  const [archived, bases] = await Promise.all([place.list(archiveOf(system)), listBases(place, system)])
  return { bytes: sizeOf(archived), earliest: bases[0] ? new Date(bases[0].note.at) : null }
}
