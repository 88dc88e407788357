import type { X509Certificate } from 'node:crypto'
import type { Ctx } from '#lib/server/api/context.ts'
import { addSignature } from '#lib/server/documents/pdfSignature.ts'
import { makeSigningKey, openSigningKey, readGivenKey, type SigningKey } from '#lib/server/documents/signingKey.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { knownKey, ownKeys, remember } from './keys.ts'
import { lastingOf } from './lasting.ts'

/** Where files of the association can be checked. */
export const checkPage = ({ config }: Pick<Ctx, 'config'>) => `${config.publicUrl}/admin/verify`

/** A PDF of our own making with the association's digital signature; `checkUrl`: where it can be checked. */
export async function signPdf(ctx: Ctx, pdf: Buffer, reason: string, checkUrl = checkPage(ctx)): Promise<Buffer> {
  const key = await currentKey(ctx)
  return addSignature(pdf, key, { reason, contact: checkUrl, at: ctx.now }, await lastingOf(ctx, key))
}

/** What is signed with today. */
export async function currentKey(ctx: Ctx): Promise<SigningKey> {
  const { signing } = ctx.config
  if (!signing) return ownKey(ctx, (await readPublicConfig(ctx)).association.name)
  const given = await readGivenKey(signing)
  await remember(ctx, 'papers', given.chain)
  return given
}

/** Whether the association has ever signed with it. */
export const isOurs = async (ctx: Pick<Ctx, 'db'>, certificate: X509Certificate): Promise<boolean> =>
  (await knownKey(ctx, 'papers', certificate)) !== undefined

const ownKey = ownKeys({ use: 'papers', make: ({ now }, name) => makeSigningKey(name, now), open: openSigningKey })
