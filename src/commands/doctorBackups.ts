import { constants, existsSync } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { escapeIdentifier, type PoolConfig } from 'pg'
import { readArchiving } from '#lib/server/backups/archiving/lag.ts'
import { listBackups } from '#lib/server/backups/notes.ts'
import { folderOf } from '#lib/server/backups/place.ts'
import { readTestRestorer } from '#lib/server/backups/running.ts'
import { withClient } from '#lib/server/database/client.ts'
import type { Db } from '#lib/server/database/db.ts'
import type { Config } from '#lib/server/process/config.ts'
import { type CheckOutcome, warning } from './doctorData.ts'

const HOUR = 3_600_000
/** Age of the newest backup, in hours, and delay of the archive, in seconds, from which a warning is given. */
const MAX_BACKUP_AGE_HOURS = 26
const MAX_ARCHIVE_LAG_SECONDS = 300

/** The newest in the folder, by its own moment; whether it was verified, is whole, and stands elsewhere, too. */
export async function lookAtBackups(config: Config): CheckOutcome {
  const { backup, dataDir } = config
  const how = backup.cron ? '程序每天自动备份，请看后台“备份”' : '请定时运行 hangxie backup run（见运维手册）'
  await refuseClosedFolder(backup.folder)
  const found = await listBackups(folderOf(config))
  const damaged = found.filter(({ isDamaged }) => isDamaged).map(({ name }) => name)
  if (damaged.length > 0) throw new Error(`${backup.folder} 里的 ${damaged.join('、')} 已损坏，请尽快重新备份`)
  const [newest] = found
  if (!newest) return warning(`${backup.folder} 里没有备份，${how}`)
  const { dev } = await stat(join(backup.folder, newest.name))
  const hours = (Date.now() - newest.at.getTime()) / HOUR
  const said = `最近一个是 ${join(backup.folder, newest.name)}，${Math.floor(hours)} 小时以前`
  if (hours > MAX_BACKUP_AGE_HOURS) return warning(`${said}；${how}`)
  if (!newest.note) return warning(`${said}；它没有校验过，请运行 hangxie backup verify`)
  const isSameDisk = (await stat(dataDir).catch(() => undefined))?.dev === dev
  if (isSameDisk && !backup.s3) return warning(`${said}；与数据在同一块磁盘，请再复制到别处，或设置 BACKUP_S3_BUCKET`)
  return said
}

/** Refuses a folder that the next backup cannot be written to; one that is not there is made by it. */
async function refuseClosedFolder(folder: string): Promise<void> {
  const existing = existsSync(folder) ? folder : dirname(folder)
  await access(existing, constants.W_OK | constants.X_OK).catch(({ code }) => {
    throw new Error(`备份写不到 ${folder}（${code}）：请建立它，例如 install -d -o hangxie -g hangxie -m 700 ${folder}`)
  })
}

/** Checks whether the role that makes backups may restore them on trial. */
export async function lookAtTestRestore(connection: PoolConfig): CheckOutcome {
  const { role, mayCreate } = await withClient(connection, readTestRestorer)
  if (mayCreate) return `备份由 ${role} 试恢复到临时数据库`
  return warning(`角色 ${role} 不能建临时数据库，备份只逐项读出核对，没有试恢复。请以超级用户执行：`, [
    `alter role ${escapeIdentifier(role)} createdb;`,
  ])
}

/** Checks the state of the WAL archive, and says what will happen if it stays unreachable. */
export async function lookAtArchive(of: { db: Db; config: Config }): CheckOutcome {
  const archiving = await readArchiving(of)
  if (!archiving) return warning('WAL_ARCHIVE 只用于内置数据库；自己的 PostgreSQL 请用 pgBackRest 等工具归档')
  const { place, isOn, lag, isBroken, archivedAt } = archiving
  if (!isOn) return warning(`已设置写到 ${place}，但数据库还没有按它启动，请重启服务`)
  if (isBroken)
    return warning(`${place} 曾长时间写不进去，为了不占满数据磁盘，有改动没有归档`, [
      '排除故障后十分钟内会自动做新的底本；在那之前只能恢复到缺口以前的时刻。',
    ])
  if (lag > MAX_ARCHIVE_LAG_SECONDS)
    return warning(`${place} 已 ${Math.round(lag / 60)} 分钟写不进去，请检查目录、磁盘空间或对象存储`, [
      '网站照常运行，改动暂存在数据目录 pg/pg_wal，最多约 1 GB（或磁盘只剩 1 GB 时）；再多就放弃归档、留下缺口，不会停站。',
    ])
  return `写到 ${place}，最近一次 ${archivedAt ? `${Math.round((Date.now() - archivedAt.getTime()) / 1000)} 秒以前` : '还没有'}`
}
