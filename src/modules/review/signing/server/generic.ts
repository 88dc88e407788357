import { z } from 'zod'
import { type Agreed, jsonIn, signedCaller } from '#lib/server/http/signedCalls.ts'
import type { Config } from '#lib/server/process/config.ts'
import { LARGEST_SIGNED, type SigningDriver, SigningRefusal, type SigningWord, signingWord } from './signingDriver.ts'

export const PREFIX = 'x-esign'
const LARGEST_WORD = 64 << 10

const refusal = z.object({ message: z.string().max(200) })

/** Parses a status from the service; undefined if it is invalid. */
export const readWord = (body: Buffer): SigningWord | undefined => signingWord.safeParse(jsonIn(body)).data

/** The generic protocol of docs/signing-api.md: JSON over HTTP, signed on both sides. */
function genericDriver(agreed: Agreed): SigningDriver {
  const ask = signedCaller(agreed, { prefix: PREFIX, called: '电子签章服务' })
  const wordIn = ({ status, body }: { status: number; body: Buffer }): SigningWord => {
    const word = status === 200 ? readWord(body) : undefined
    if (word) return word
    const said = refusal.safeParse(jsonIn(body))
    if ([400, 409, 422].includes(status) && said.success) throw new SigningRefusal(said.data.message)
    throw new Error(`电子签章服务的应答无法识别（${status}）`)
  }
  return {
    name: 'generic',
    create: async ({ document: { name, bytes, sha256 }, ...asked }) => {
      const document = { name, size: bytes.length, sha256, content: bytes.toString('base64') }
      return wordIn(await ask('POST', '/flows', { body: JSON.stringify({ ...asked, document }), most: LARGEST_WORD }))
    },
    query: async flowNumber => {
      const answered = await ask('GET', `/flows/${flowNumber}`, { most: LARGEST_WORD })
      return answered.status === 404 ? undefined : wordIn(answered)
    },
    download: async flowNumber => {
      const { status, body } = await ask('GET', `/flows/${flowNumber}/document`, { most: LARGEST_SIGNED })
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
