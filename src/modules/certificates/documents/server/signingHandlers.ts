import type { Handlers } from '#lib/server/api/call.ts'
import { privateDownload } from '#lib/server/http/download.ts'
import { fileCheckHandlers } from '#modules/certificates/check/server/fileCheck.ts'
import { currentKey } from '#modules/signatures/server/signing.ts'
import type { signingContract } from '../contract.ts'

export const signingHandlers: Handlers<typeof signingContract> = {
  'GET /cert/signing/certificate': async ctx => {
    const { chain } = await currentKey(ctx)
    const pems = chain.map(each => each.toString()).join('')
    return privateDownload('签名证书.pem', 'application/x-pem-file', Buffer.from(pems))
  },
  ...fileCheckHandlers,
}
