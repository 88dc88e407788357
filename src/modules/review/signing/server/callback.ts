import { signedNotices } from '#lib/server/http/signedNotices.ts'
import { bringOn } from './bringingOn.ts'
import { takeWord } from './flows.ts'
import { PREFIX, readWord } from './generic.ts'
import { signingNonce } from './tables.ts'

export const signingCallback = signedNotices({
  path: 'signing',
  prefix: PREFIX,
  nonces: signingNonce,
  agreed: ({ signingService }) => (signingService?.provider === 'generic' ? signingService : undefined),
  read: readWord,
  take: async (ctx, word) => {
    const of = await takeWord(ctx, word)
    if (of.state === 'signed') await bringOn(ctx, of)
  },
})
