import { join } from 'node:path'
import type { Services } from '../api/context.ts'
import { existingKey } from './encryption.ts'
import { sealMark } from './tables.ts'

/**
 * Refuses to start with another key than the database was encrypted with: two processes with different keys would leave
 * data that only one of them can read.
 */
export async function refuseOtherKey({
  db,
  encryption,
  config,
}: Pick<Services, 'db' | 'encryption' | 'config'>): Promise<void> {
  const mark = encryption.hash('the key of this database')
  await db.insert(sealMark).values({ mark }).onConflictDoNothing()
  const [known] = await db.select().from(sealMark)
  if (known!.mark === mark) return
  const own = config.secretKey ? 'SECRET_KEY' : `${config.dataDir} 里的 secret.key`
  throw new Error(`${own} 不是加密这个数据库所用的密钥：几个进程要用同一把密钥，恢复备份时要一并恢复密钥。`)
}

/** A new key would open nothing of what is sealed here, and hide that the right one is missing. */
export async function refuseLostKey({ db, config }: Pick<Services, 'db' | 'config'>): Promise<void> {
  if (await existingKey(config)) return
  const [known] = await db.select().from(sealMark)
  if (!known) return
  const path = join(config.dataDir, 'secret.key')
  throw new Error(
    `密钥文件 ${path} 不见了，而数据库里有用它加密的内容：请把原来的 secret.key 放回去，没有生成新的密钥。`,
  )
}
