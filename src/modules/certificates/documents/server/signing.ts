import type { X509Certificate } from 'node:crypto'
import { and, desc, eq, gt, isNotNull } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Ctx } from '#lib/server/api/context.ts'
import { addSignature } from '#lib/server/documents/pdfSignature.ts'
import {
  makeSigningKey,
  nameOn,
  openSigningKey,
  readGivenKey,
  type SigningKey,
} from '#lib/server/documents/signingKey.ts'
import { lockKey } from '#modules/accounts/server/attempts.ts'
import { signingKey } from '#modules/certificates/server/tables.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'

/** A PDF of our own making with the association's digital signature; `checkUrl`: where it can be checked. */
export async function signPdf(
  ctx: Ctx,
  pdf: Buffer,
  reason: string,
  checkUrl = `${ctx.config.publicUrl}/admin/verify`,
): Promise<Buffer> {
  return addSignature(pdf, await currentKey(ctx), { reason, contact: checkUrl, at: ctx.now })
}

/** What is signed with today. */
export async function currentKey(ctx: Ctx): Promise<SigningKey> {
  const { signing } = ctx.config
  if (!signing) return ownKey(ctx)
  const given = await readGivenKey(signing)
  await remember(ctx, given.chain, null)
  return given
}

/** Whether the association has ever signed with it. */
export async function isOurs({ db }: Pick<Ctx, 'db'>, { fingerprint256 }: X509Certificate): Promise<boolean> {
  const [known] = await db.select().from(signingKey).where(eq(signingKey.fingerprint, fingerprint256))
  return known !== undefined
}

const opened = new LRUCache<string, SigningKey>({ max: 10 })

/** The row is read each time: a key that was made in a transaction that failed is not used again. */
async function ownKey(ctx: Ctx): Promise<SigningKey> {
  const { association } = await readPublicConfig(ctx)
  const { fingerprint, keySealed, certificates } =
    (await readOwn(ctx, association.name)) ?? (await makeOwn(ctx, association.name))
  const key = opened.get(fingerprint) ?? openSigningKey({ key: ctx.encryption.decrypt(keySealed!), certificates })
  opened.set(fingerprint, key)
  return key
}

/** One that is over, or made when the association was called otherwise, is not used any more. */
async function readOwn({ db, now }: Ctx, name: string) {
  const [newest] = await db
    .select()
    .from(signingKey)
    .where(and(eq(signingKey.name, name), gt(signingKey.endsAt, now), isNotNull(signingKey.keySealed)))
    .orderBy(desc(signingKey.id))
    .limit(1)
  return newest
}

/** Of processes that come at once all go on with the key of the first. */
async function makeOwn(ctx: Ctx, name: string) {
  const made = await makeSigningKey(name, ctx.now)
  return ctx.db.transaction(async db => {
    const tx = { ...ctx, db }
    await lockKey(tx, 'signing key')
    const first = await readOwn(tx, name)
    if (first) return first
    await remember(tx, openSigningKey(made).chain, ctx.encryption.encrypt(made.key), name)
    return (await readOwn(tx, name))!
  })
}

async function remember(
  { db, now }: Ctx,
  chain: X509Certificate[],
  keySealed: string | null,
  name = nameOn(chain[0]!),
) {
  const { fingerprint256: fingerprint, validToDate: endsAt } = chain[0]!
  const certificates = chain.map(each => each.toString()).join('')
  await db
    .insert(signingKey)
    .values({ fingerprint, name, certificates, endsAt, keySealed, createdAt: now })
    .onConflictDoNothing()
}
