import { CompactSign } from 'jose'
import type { Ctx } from '#lib/server/api/context.ts'
import { didOf } from '../did.ts'
import { currentCredentialKey } from './keys.ts'

export const VC_JWT = 'application/vc+jwt'

/** A statement of the association as W3C "Securing Verifiable Credentials using JOSE and COSE" writes it. */
export async function signCredential(ctx: Ctx, credential: object): Promise<string> {
  const { kid, key } = await currentCredentialKey(ctx)
  const did = didOf(ctx.config.publicUrl)
  const claims = { ...credential, iss: did, iat: Math.floor(ctx.now.getTime() / 1000) }
  return new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'ES256', kid: `${did}#${kid}`, typ: 'vc+jwt', cty: 'vc' })
    .sign(key)
}
