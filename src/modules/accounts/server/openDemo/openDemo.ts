import argon2 from '@node-rs/argon2'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Config } from '#lib/server/process/config.ts'
import { isPublicAddress } from '#lib/server/process/publicAddress.ts'
import { DEMO_PASSWORD, demoNames } from '../../demoNames.ts'
import { account } from '../tables.ts'

const demoUserNames = [...demoNames.member, ...demoNames.staff]

/** A hash is always of the same password: whether it is the known one is worked out once. */
const isKnown = new LRUCache<string, boolean>({ max: 100 })

async function hasDemoPassword(passwordHash: string): Promise<boolean> {
  const before = isKnown.get(passwordHash)
  if (before !== undefined) return before
  const known = passwordHash.startsWith('$argon2') && (await argon2.verify(passwordHash, DEMO_PASSWORD))
  isKnown.set(passwordHash, known)
  return known
}

/** Accounts of the demo association that anybody may sign in to: with the password that the program shows everybody. */
export async function openDemoAccounts({ db }: Pick<Ctx, 'db'>) {
  const { id, userName, displayName, kind, passwordHash } = account
  const rows = await db
    .select({ id, userName, displayName, kind, passwordHash })
    .from(account)
    .where(and(inArray(userName, demoUserNames), eq(account.status, 'active')))
    .orderBy(asc(id))
  const known = await Promise.all(rows.map(row => hasDemoPassword(row.passwordHash)))
  return rows.filter((_, n) => known[n])
}

/** Throws if demo accounts with public passwords would be reachable at a public URL, unless DEMO=1 allows it. */
export function refusePublicDemo({ publicUrl, demo }: Pick<Config, 'publicUrl' | 'demo'>): void {
  if (demo === '1' || !isPublicAddress(publicUrl)) return
  throw new Error(
    `PUBLIC_URL ${publicUrl} 是公开的网址，而这里有密码公开的演示账号：正式使用请换一个空的数据目录（或数据库）并设置 DEMO=0；确要公开演示，请设置 DEMO=1。`,
  )
}
