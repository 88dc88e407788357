import { signedNotices } from '#lib/server/http/signedNotices.ts'
import { advanceFlow } from './flowProgress.ts'
import { applySigningStatus } from './flows.ts'
import { PREFIX, parseSigningStatus } from './generic.ts'
import { signingNonce } from './tables.ts'

export const signingCallback = signedNotices({
  path: 'signing',
  prefix: PREFIX,
  nonces: signingNonce,
  agreed: ({ signingService }) => (signingService?.provider === 'generic' ? signingService : undefined),
  read: parseSigningStatus,
  take: async (ctx, word) => {
    const of = await applySigningStatus(ctx, word)
    if (of.state === 'signed') await advanceFlow(ctx, of)
  },
})
