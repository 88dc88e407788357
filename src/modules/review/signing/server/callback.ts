import { signedNotices } from '#lib/server/http/signedNotices.ts'
import { bringOn } from './bringingOn.ts'
import { takeWord } from './flows.ts'
import { PREFIX, readWord } from './generic.ts'
import { signingNonce } from './tables.ts'

/** What a signing service tells of its own accord. */
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
