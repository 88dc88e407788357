import { z } from 'zod'
import { type AgreedSettings, parseJson, signedCaller } from '#lib/server/http/signedCalls.ts'
import type { Config } from '#lib/server/process/config.ts'
import {
  MAX_SIGNED_PDF_BYTES,
  type SigningDriver,
  SigningRefusal,
  type SigningStatus,
  signingStatus,
} from './signingDriver.ts'

export const PREFIX = 'x-esign'
const MAX_STATUS_BYTES = 64 << 10

const refusal = z.object({ message: z.string().max(200) })

/** Parses a status from the service; undefined if it is invalid. */
export const parseSigningStatus = (body: Buffer): SigningStatus | undefined =>
  signingStatus.safeParse(parseJson(body)).data

/** The generic protocol of docs/signing-api.md: JSON over HTTP, signed on both sides. */
function genericDriver(agreed: AgreedSettings): SigningDriver {
  const ask = signedCaller(agreed, { prefix: PREFIX, called: '电子签章服务' })
  const wordIn = ({ status, body }: { status: number; body: Buffer }): SigningStatus => {
    const word = status === 200 ? parseSigningStatus(body) : undefined
    if (word) return word
    const said = refusal.safeParse(parseJson(body))
    if ([400, 409, 422].includes(status) && said.success) throw new SigningRefusal(said.data.message)
    throw new Error(`电子签章服务的应答无法识别（${status}）`)
  }
  return {
    name: 'generic',
    create: async ({ document: { name, bytes, sha256 }, ...asked }) => {
      const document = { name, size: bytes.length, sha256, content: bytes.toString('base64') }
      return wordIn(
        await ask('POST', '/flows', { body: JSON.stringify({ ...asked, document }), most: MAX_STATUS_BYTES }),
      )
    },
    query: async flowNumber => {
      const answered = await ask('GET', `/flows/${flowNumber}`, { most: MAX_STATUS_BYTES })
      return answered.status === 404 ? undefined : wordIn(answered)
    },
    download: async flowNumber => {
      const { status, body } = await ask('GET', `/flows/${flowNumber}/document`, { most: MAX_SIGNED_PDF_BYTES })
      if (status !== 200) throw new Error(`电子签章服务没有给出文件（${status}）`)
      return body
    },
  }
}

/** The service that the association has; undefined: none. */
export function signingDriver({ signingService }: Pick<Config, 'signingService'>): SigningDriver | undefined {
  switch (signingService?.provider) {
    case undefined:
      return undefined
    case 'generic':
      return genericDriver(signingService)
  }
}
