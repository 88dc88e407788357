import type { X509Certificate } from 'node:crypto'
import { and, desc, eq, gt, isNotNull } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Ctx } from '#lib/server/api/context.ts'
import { nameOn, readCertificates, type SigningPems } from '#lib/server/documents/signingKey.ts'
import { lockKey } from '#modules/accounts/server/attempts.ts'
import { signingKey } from './tables.ts'

type Use = (typeof signingKey.$inferSelect)['use']
type Keeping = Pick<Ctx, 'db' | 'encryption' | 'now'>
type Kind<Key> = {
  use: Use
  make: (ctx: Keeping, name: string) => Promise<SigningPems>
  open: (pems: SigningPems) => Key
}

/**
 * Keys of the program's own making for one use, by the association's name. The row is read each time: a key that was made in
 * a transaction that failed is not used again.
 */
export function ownKeys<Key extends object>(kind: Kind<Key>) {
  const opened = new LRUCache<string, Key>({ max: 10 })
  return async (ctx: Keeping, name: string): Promise<Key> => {
    const { fingerprint, keySealed, certificates } =
      (await readOwn(ctx, kind.use, name)) ?? (await makeOwn(ctx, kind, name))
    const key = opened.get(fingerprint) ?? kind.open({ key: ctx.encryption.decrypt(keySealed!), certificates })
    opened.set(fingerprint, key)
    return key
  }
}

/** One that is over, or made when the association was called otherwise, is not used any more. */
async function readOwn({ db, now }: Keeping, use: Use, name: string) {
  const isOwn = and(eq(signingKey.use, use), eq(signingKey.name, name), isNotNull(signingKey.keySealed))
  const [newest] = await db
    .select()
    .from(signingKey)
    .where(and(isOwn, gt(signingKey.endsAt, now)))
    .orderBy(desc(signingKey.id))
    .limit(1)
  return newest
}

/** Of processes that come at once all go on with the key of the first. */
async function makeOwn<Key>(ctx: Keeping, { use, make }: Kind<Key>, name: string) {
  const made = await make(ctx, name)
  return ctx.db.transaction(async db => {
    const tx = { ...ctx, db }
    await lockKey(tx, `signing key ${use}`)
    const first = await readOwn(tx, use, name)
    if (first) return first
    await remember(tx, use, readCertificates(made.certificates), { keySealed: ctx.encryption.encrypt(made.key), name })
    return (await readOwn(tx, use, name))!
  })
}

/** Keeps a certificate, so that what was signed with it is known as the association's for good. */
export async function remember(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  use: Use,
  chain: X509Certificate[],
  { keySealed = null, name = nameOn(chain[0]!) }: { keySealed?: string | null; name?: string } = {},
) {
  const { fingerprint256: fingerprint, validToDate: endsAt } = chain[0]!
  const certificates = chain.map(each => each.toString()).join('')
  await db
    .insert(signingKey)
    .values({ fingerprint, use, name, certificates, endsAt, keySealed, createdAt: now })
    .onConflictDoNothing()
}

/** The association's own of that use; undefined: it has never signed with it. */
export async function knownKey({ db }: Pick<Ctx, 'db'>, use: Use, { fingerprint256 }: X509Certificate) {
  const [known] = await db
    .select()
    .from(signingKey)
    .where(and(eq(signingKey.use, use), eq(signingKey.fingerprint, fingerprint256)))
  return known
}
