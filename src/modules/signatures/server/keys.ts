import type { X509Certificate } from 'node:crypto'
import { and, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
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

/** Finds the key in use: not expired, replaced or lost, and made under the association's current name. */
async function readOwn({ db, now }: Keeping, use: Use, name: string) {
  const isOwn = and(
    eq(signingKey.use, use),
    eq(signingKey.name, name),
    isNotNull(signingKey.keySealed),
    isNull(signingKey.replacedAt),
    isNull(signingKey.lostAt),
  )
  const [newest] = await db
    .select()
    .from(signingKey)
    .where(and(isOwn, gt(signingKey.endsAt, now)))
    .orderBy(desc(signingKey.id))
    .limit(1)
  return newest
}

/** Makes a key under a lock: concurrent processes all use the first one made. */
async function makeOwn<Key>(ctx: Keeping, { use, make }: Kind<Key>, name: string) {
  const made = await make(ctx, name)
  return inTransaction(ctx, async tx => {
    await lockKey(tx, `signing key ${use}`)
    const first = await readOwn(tx, use, name)
    if (first) return first
    await rememberCertificate(tx, use, readCertificates(made.certificates), {
      keySealed: ctx.encryption.encrypt(made.key),
      name,
    })
    return (await readOwn(tx, use, name))!
  })
}

type Origin = { keySealed?: string | null; name?: string }

/**
 * Keeps a certificate, so that what was signed with it is known as the association's for good, and the certificates that
 * come with it, so that a paper with another one beside it is known as changed.
 */
export async function rememberCertificate(
  ctx: Pick<Ctx, 'db' | 'now'>,
  use: Use,
  chain: readonly X509Certificate[],
  { keySealed = null, name = nameOn(chain[0]!) }: Origin = {},
): Promise<SigningKeyRow> {
  const { fingerprint256: fingerprint, validToDate: endsAt } = chain[0]!
  const certificates = chain.map(each => each.toString()).join('')
  await ctx.db
    .insert(signingKey)
    .values({ fingerprint, use, name, certificates, endsAt, keySealed, createdAt: ctx.now })
    .onConflictDoNothing()
  const known = (await knownKey(ctx, use, chain[0]!))!
  const unknown = chain.map(each => each.toString()).filter(pem => !known.certificates.includes(pem))
  if (unknown.length === 0) return known
  const [updated] = await ctx.db
    .update(signingKey)
    .set({ certificates: known.certificates + unknown.join('') })
    .where(eq(signingKey.id, known.id))
    .returning()
  return updated!
}

export type SigningKeyRow = typeof signingKey.$inferSelect

/** The association's own of that use; undefined: it has never signed with it. */
export async function knownKey(
  { db }: Pick<Ctx, 'db'>,
  use: Use,
  { fingerprint256 }: X509Certificate,
): Promise<SigningKeyRow | undefined> {
  const [known] = await db
    .select()
    .from(signingKey)
    .where(and(eq(signingKey.use, use), eq(signingKey.fingerprint, fingerprint256)))
  return known
}

/**
 * Whether the chain begins with the key's certificate, has no duplicates, and contains only certificates known with
 * that key.
 */
export const isKnownChain = (
  { fingerprint, certificates }: SigningKeyRow,
  chain: readonly X509Certificate[],
): boolean =>
  chain[0]?.fingerprint256 === fingerprint &&
  new Set(chain.map(one => one.fingerprint256)).size === chain.length &&
  chain.every(one => certificates.includes(one.toString()))

/** Refuses to sign with a key that somebody has declared lost. */
export function refuseLost({ name, lostAt }: SigningKeyRow): void {
  if (lostAt) throw new Error(`签名证书“${name}”已声明遗失，不能再用来签名；请更换密钥和证书`)
}
