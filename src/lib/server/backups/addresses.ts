import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Keys } from '../archive/seals.ts'
import { existingKey } from '../encryption/encryption.ts'
import type { Config } from '../process/config.ts'
import { bucketOf } from './place.ts'

const S3 = /^s3:\/\/([^/]+)\/(.+)$/

/** Returns every key that may open a backup of this site. */
export const keysOf = async (config: Config): Promise<Keys> => ({
  passphrase: config.backup.passphrase,
  identity: config.backup.identity,
  siteKey: await existingKey(config),
})

/** Works with a backup that is a file, or is fetched from the bucket of backups first: `s3://bucket/name`. */
export async function withBackupAt<T>(
  config: Config,
  address: string,
  work: (path: string) => Promise<T>,
  say: (line: string) => void,
): Promise<T> {
  const [, bucket, name] = address.match(S3) ?? []
  if (!bucket || !name) return work(address)
  if (!config.backup.s3) throw new Error(`${address} 在对象存储里：请设置 BACKUP_S3_BUCKET、BACKUP_S3_KEY 等。`)
  const place = await bucketOf({ backup: { ...config.backup, s3: { ...config.backup.s3, bucket } } })
  await mkdir(config.backup.folder, { recursive: true, mode: 0o700 })
  const path = join(config.backup.folder, `hangxie-fetched.${process.pid}.part`)
  try {
    say(`正在取回 ${address}……`)
    const source = await place!.open(name).catch(error => {
      throw new Error(`无法读取 ${address}（${error.name}），没有改动任何数据。`, { cause: error })
    })
    await pipeline(source, createWriteStream(path, { mode: 0o600 }))
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}
