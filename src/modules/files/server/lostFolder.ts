import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isNull } from 'drizzle-orm'
import type { Db } from '#lib/server/database/db.ts'
import type { Config } from '#lib/server/process/config.ts'
import { file } from './tables.ts'

/** A disk that was not mounted must not be taken for a site without files: nothing is made in its place. */
export async function refuseLostFolder(db: Db, { dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<void> {
  const folder = join(dataDir, 'files')
  if (s3 || existsSync(folder)) return
  const [known] = await db.select({ id: file.id }).from(file).where(isNull(file.deletedAt)).limit(1)
  if (known)
    throw new Error(
      `附件目录 ${folder} 不见了，而数据库里登记有附件：请检查磁盘是否挂载，或从备份恢复这个目录后再启动。`,
    )
}
