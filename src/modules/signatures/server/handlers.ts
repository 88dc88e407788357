import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { privateDownload } from '#lib/server/http/download.ts'
import { readUpload } from '#lib/server/http/readUpload.ts'
import { placeOf } from '#lib/server/limits/place.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { writeSealValue } from '#lib/server/seals/sealSignature.ts'
import type { sealContract } from '../contract.ts'
import { checkSealValue } from './sealChecks.ts'
import { registeredPaper } from './sealing.ts'

const spend = limit('seal/verify', { max: 10, per: 60_000 })
const spendValue = limit('seal/value', { max: 30, per: 60_000 })

export const sealHandlers: Handlers<typeof sealContract> = {
  'POST /seal/verify': async (ctx, { digest }) => {
    spend(ctx)
    const bytes = await readUpload(ctx.upload!, 1)
    const given = digest === undefined ? undefined : Buffer.from(digest, 'hex')
    return checkSealValue(ctx, bytes, { digest: given, caller: placeOf(ctx.address) })
  },
  'GET /seal/value': async (ctx, { digest }) => {
    spendValue(ctx)
    const found = await registeredPaper(ctx, digest)
    if (!found) throw notFound('没有这份文件的国密签章值：文件不是签章时的那一份，或者没有作国密签章')
    return privateDownload(`${found.paper}.pdf.es`, 'application/octet-stream', writeSealValue(found.value))
  },
}
