import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { asc, desc, isNull } from 'drizzle-orm'
import { calculateJwkThumbprint } from 'jose'
import { LRUCache } from 'lru-cache'
import { iso } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { lockKey } from '#modules/accounts/server/attempts.ts'
import { didOf, type PublicKey } from '../did.ts'
import { credentialKey } from './tables.ts'

type KeyContext = Pick<Ctx, 'db' | 'now' | 'encryption'>
export type CredentialKey = { kid: string; key: KeyObject }

const generate = promisify(generateKeyPair)
const opened = new LRUCache<string, KeyObject>({ max: 10 })

/** Returns the key that signs credentials today and creates the first one. */
export async function currentCredentialKey(ctx: KeyContext): Promise<CredentialKey> {
  const { kid, keySealed } = (await readCurrent(ctx)) ?? (await makeFirst(ctx))
  const key = opened.get(kid) ?? createPrivateKey(ctx.encryption.decrypt(keySealed))
  opened.set(kid, key)
  return { kid, key }
}

/** Returns the published keys, newest first. */
export async function publishedKeys(
  ctx: KeyContext & Pick<Ctx, 'config'>,
): Promise<{ did: string; keys: PublicKey[] }> {
  await currentCredentialKey(ctx)
  const rows = await ctx.db
    .select()
    .from(credentialKey)
    .where(isNull(credentialKey.retiredAt))
    .orderBy(desc(credentialKey.id))
  const keys = rows.map(({ kid, x, y, revokedAt }) => ({ kid, x, y, revoked: revokedAt && iso(revokedAt) }))
  return { did: didOf(ctx.config.publicUrl), keys }
}

/** Returns all keys that the association has ever used, for checking files. */
export const allKeys = ({ db }: Pick<Ctx, 'db'>) => db.select().from(credentialKey).orderBy(asc(credentialKey.id))

async function readCurrent({ db }: Pick<Ctx, 'db'>) {
  const [newest] = await db
    .select()
    .from(credentialKey)
    .where(isNull(credentialKey.endedAt))
    .orderBy(desc(credentialKey.id))
    .limit(1)
  return newest
}

/** Creates the first key under a lock: concurrent processes all use the key of the first. */
const makeFirst = (ctx: KeyContext) =>
  inTransaction(ctx, async inside => {
    await lockKey(inside, 'credential key')
    return (await readCurrent(inside)) ?? (await makeCredentialKey(inside))
  })

/** A new key, which signs from now on. */
export async function makeCredentialKey({ db, now, encryption }: KeyContext) {
  const { publicKey, privateKey } = await generate('ec', { namedCurve: 'P-256' })
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
  const kid = await calculateJwkThumbprint({ kty: kty!, crv: crv!, x: x!, y: y! })
  const keySealed = encryption.encrypt(privateKey.export({ format: 'pem', type: 'pkcs8' }).toString())
  const [made] = await db.insert(credentialKey).values({ kid, x: x!, y: y!, keySealed, createdAt: now }).returning()
  return made!
}
