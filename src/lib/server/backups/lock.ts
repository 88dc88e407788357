import type { Lock } from '../archive/seals.ts'
import { existingKey } from '../encryption/encryption.ts'
import type { Config } from '../process/config.ts'

/** Chooses how a backup is sealed: by the public key, else by the passphrase, else by the key of the site. */
export async function lockOf(config: Config): Promise<Lock> {
  const { recipient, passphrase } = config.backup
  if (recipient) return { recipient }
  if (passphrase) return { passphrase }
  const siteKey = await existingKey(config)
  if (!siteKey) throw new Error('没有密钥：请先启动一次程序，或设置 SECRET_KEY。')
  return { siteKey }
}

/** An archive sealed by the site key cannot contain that key: the key is kept separately. */
export const holdsSiteKey = (lock: Lock) => !('siteKey' in lock)
export const kindOf = (lock: Lock) => ('recipient' in lock ? 'recipient' : 'passphrase' in lock ? 'passphrase' : 'site')
