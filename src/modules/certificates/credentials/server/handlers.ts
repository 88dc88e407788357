import { eq } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { privateDownload } from '#lib/server/http/download.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { ownCertificate } from '#modules/certificates/server/ownCertificate.ts'
import { numberKey } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import type { credentialContract } from '../contract.ts'
import { credentialFor } from './credential.ts'
import { publishedKeys } from './keys.ts'
import { VC_JWT } from './signing.ts'
import { statusList } from './statusList.ts'
import { walletCard } from './walletCard.ts'

const spend = limit('cert/credential', { max: 30, per: 60_000 })

export const credentialHandlers: Handlers<typeof credentialContract> = {
  'GET /cert/credential': async (ctx, { number, token }) => {
    spend(ctx)
    const [of] = await ctx.db
      .select()
      .from(certificate)
      .where(token ? eq(certificate.token, token) : eq(certificate.numberKey, numberKey(number!)))
    if (!of) throw notFound('登记库中没有这张证书，请核对编号')
    return privateDownload(`${of.number}.vc.jwt`, VC_JWT, Buffer.from(await credentialFor(ctx, of)))
  },
  'GET /member/certificate/card': async (ctx, { certId }) => {
    const { number } = await ownCertificate(ctx, certId)
    const [of] = await ctx.db.select().from(certificate).where(eq(certificate.id, certId))
    return privateDownload(`${number}.png`, 'image/png', await walletCard(ctx, of!))
  },
  'GET /cert/credential/keys': ctx => publishedKeys(ctx),
  'GET /cert/credential/status': async (ctx, asked) => ({ jwt: await statusList(ctx, asked) }),
}
