import type { Ctx } from '#lib/server/api/context.ts'
import { addSignature } from '#lib/server/documents/pdfSignature.ts'
import type { VerifiedPdf } from '#lib/server/documents/signatureReader.ts'
import { makeSigningKey, openSigningKey, readGivenKey, type SigningKey } from '#lib/server/documents/signingKey.ts'
import type { TimeStamp } from '#lib/server/documents/timeStamp.ts'
import { printedUrl } from '#lib/server/process/publicAddress.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { isKnownChain, knownKey, ownKeys, refuseLost, rememberCertificate } from './keys.ts'
import { isKnownStamp, longTermDataOf } from './longTermValidation.ts'

/** Page where files of the association can be verified; named in each. */
export const checkPage = (ctx: Pick<Ctx, 'config'>) => printedUrl(ctx, '/admin/verify')

/** A PDF of our own making with the association's digital signature; `checkUrl`: where it can be checked. */
export async function signPdf(ctx: Ctx, pdf: Buffer, reason: string, checkUrl = checkPage(ctx)): Promise<Buffer> {
  const key = await currentKey(ctx)
  return addSignature(pdf, key, { reason, contact: checkUrl, at: ctx.now }, await longTermDataOf(ctx, key))
}

export async function currentKey(ctx: Ctx): Promise<SigningKey> {
  const { signing } = ctx.config
  if (!signing) return ownKey(ctx, (await readPublicConfig(ctx)).association.name)
  const given = await readGivenKey(signing)
  refuseLost(await rememberCertificate(ctx, 'papers', given.chain))
  return given
}

export type PaperOrigin = {
  /** `changed`: what no signature covers is not as it was given out. `keyRevoked`: the key was lost by then. */
  origin: 'own' | 'changed' | 'foreign' | 'keyRevoked'
  /** Trusted time stamp; null: none, or from an unknown service. */
  stamp: TimeStamp | null
}

/** Origin of an intact paper: ours only if it is byte for byte as issued. */
export async function originOf(ctx: Pick<Ctx, 'db' | 'config'>, paper: VerifiedPdf): Promise<PaperOrigin> {
  const { certificate, chain, isCanonical } = paper
  const key = certificate ? await knownKey(ctx, 'papers', certificate) : undefined
  if (!key) return { origin: 'foreign', stamp: null }
  const stamp = paper.stamp && (await isKnownStamp(ctx, paper.stamp)) ? paper.stamp : null
  if (!isCanonical || !isKnownChain(key, chain)) return { origin: 'changed', stamp: null }
  if (key.lostAt && !(stamp && stamp.at < key.lostAt)) return { origin: 'keyRevoked', stamp }
  return { origin: 'own', stamp }
}

const ownKey = ownKeys({ use: 'papers', make: ({ now }, name) => makeSigningKey(name, now), open: openSigningKey })
