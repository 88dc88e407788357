import { X509Certificate } from 'node:crypto'
import { desc, eq, inArray } from 'drizzle-orm'
import type { Download } from '#lib/contract.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { PDF, privateDownload } from '#lib/server/http/download.ts'
import { type SealValue, sealDocument, writeSealValue } from '#lib/server/seals/sealSignature.ts'
import { sm3 } from '#lib/server/seals/sm2.ts'
import { knownKey } from './keys.ts'
import { stampOf } from './longTermValidation.ts'
import { currentSeal } from './seals.ts'
import { checkPage, signPdf } from './signing.ts'
import { electronicSeal, sealedPaper, signingKey } from './tables.ts'

/** Maximum registered values per paper: it is generated and sealed anew at each download. */
const MAX_VALUES_PER_PAPER = 100

/** A paper that the association gives out: signed, and by setting sealed by SM2 as well, byte by byte as it is then. */
export async function signPaper(ctx: Ctx, pdf: Buffer, paper: string, checkUrl = checkPage(ctx)): Promise<Buffer> {
  const signed = await signPdf(ctx, pdf, paper, checkUrl)
  // A failure of the second signature must not hold up the paper; `doctor` reports what is wrong with the key.
  await sealPaper(ctx, signed, paper, checkUrl).catch(error =>
    ctx.log.error({ err: error, paper }, 'could not be sealed by SM2: it goes out with its other signature alone'),
  )
  return signed
}

async function sealPaper(ctx: Ctx, pdf: Buffer, paper: string, checkUrl: string): Promise<void> {
  const current = await currentSeal(ctx)
  if (!current) return
  const { of, bytes, key } = current
  const at = new Date(Math.floor(ctx.now.getTime() / 1000) * 1000)
  const digest = sm3(pdf)
  // Normalised URL, which is ASCII whatever the domain.
  const property = new URL(checkUrl).href
  const { signature } = sealDocument({ seal: bytes, at, digest, property }, key)
  const stamp = (await stampOf(ctx, signature))?.toString('base64')
  const signer = await knownKey(ctx, 'seals', key.chain[0]!)
  const sealed = {
    digest: digest.toString('hex'),
    paper,
    sealId: of.id,
    keyId: signer!.id,
    at,
    property,
    signature: signature.toString('base64'),
    stamp,
    createdAt: ctx.now,
  }
  // Made twice within a second it is the same, byte by byte.
  await ctx.db.insert(sealedPaper).values(sealed).onConflictDoNothing()
  await forgetOldest(ctx, paper)
}

/** An older file proves itself with its value; it is only not found by its hash any more. */
async function forgetOldest({ db }: Ctx, paper: string) {
  const old = db
    .select({ id: sealedPaper.id })
    .from(sealedPaper)
    .where(eq(sealedPaper.paper, paper))
    .orderBy(desc(sealedPaper.id))
    .offset(MAX_VALUES_PER_PAPER)
  await db.delete(sealedPaper).where(inArray(sealedPaper.id, old))
}

/** A paper to be saved, which tells where the value of its seal is had. */
export async function paperDownload(ctx: Ctx, name: string, pdf: Buffer): Promise<Download> {
  const digest = sm3(pdf).toString('hex')
  const isSealed = ctx.config.seals !== undefined && (await registeredPaper(ctx, digest)) !== undefined
  const download = privateDownload(name, PDF, pdf)
  return isSealed ? { ...download, related: `/api/seal/value?digest=${digest}` } : download
}

/** The value of the seal of these bytes, as a file that stands beside them. */
export async function sealValueOf(ctx: Pick<Ctx, 'db'>, pdf: Buffer): Promise<Buffer | undefined> {
  const found = await registeredPaper(ctx, sm3(pdf).toString('hex'))
  return found && writeSealValue(found.value)
}

export type RegisteredPaper = { paper: string; value: SealValue }

/** Finds the sealed paper with this hash; undefined: none. */
export async function registeredPaper({ db }: Pick<Ctx, 'db'>, digest: string): Promise<RegisteredPaper | undefined> {
  const [found] = await db
    .select({ of: sealedPaper, seal: electronicSeal.bytes, certificates: signingKey.certificates })
    .from(sealedPaper)
    .innerJoin(electronicSeal, eq(electronicSeal.id, sealedPaper.sealId))
    .innerJoin(signingKey, eq(signingKey.id, sealedPaper.keyId))
    .where(eq(sealedPaper.digest, digest))
  if (!found) return
  const { of, seal: bytes, certificates } = found
  const base64 = (text: string) => Buffer.from(text, 'base64')
  const value: SealValue = {
    seal: base64(bytes),
    at: of.at,
    digest: Buffer.from(of.digest, 'hex'),
    property: of.property,
    // The first of the chain.
    certificate: new X509Certificate(certificates),
    signature: base64(of.signature),
    ...(of.stamp !== null && { stamp: base64(of.stamp) }),
  }
  return { paper: of.paper, value }
}
