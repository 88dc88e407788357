import type { Lock } from '../archive/seals.ts'
import { existingKey } from '../encryption/encryption.ts'
import type { Config } from '../process/config.ts'

/** To the public key where there is one, by the passphrase, or else by the key of the site itself. */
export async function lockOf(config: Config): Promise<Lock> {
  const { recipient, passphrase } = config.backup
  if (recipient) return { recipient }
  if (passphrase) return { passphrase }
  const siteKey = await existingKey(config)
  if (!siteKey) throw new Error('没有密钥：请先启动一次程序，或设置 SECRET_KEY。')
  return { siteKey }
}

/** What is sealed by the key itself cannot hold it: it is kept apart. */
export const holdsSiteKey = (lock: Lock) => !('siteKey' in lock)
export const kindOf = (lock: Lock) => ('recipient' in lock ? 'recipient' : 'passphrase' in lock ? 'passphrase' : 'site')
