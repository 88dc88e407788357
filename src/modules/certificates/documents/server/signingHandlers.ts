import type { Handlers } from '#lib/server/api/call.ts'
import { privateDownload } from '#lib/server/http/download.ts'
import { currentKey } from '#modules/signatures/server/signing.ts'
import type { signingContract } from '../contract.ts'

export const signingHandlers = {
  'GET /cert/signing/certificate': async ctx => {
    const { chain } = await currentKey(ctx)
    const pems = chain.map(each => each.toString()).join('')
    return privateDownload('签名证书.pem', 'application/x-pem-file', Buffer.from(pems))
  },
} satisfies Partial<Handlers<typeof signingContract>>
