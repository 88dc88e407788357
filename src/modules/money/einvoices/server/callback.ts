import { signedNotices } from '#lib/server/http/signedNotices.ts'
import { PREFIX, parseProviderStatus } from './drivers/generic.ts'
import { applyProviderStatus } from './providerStatus.ts'
import { advanceRequest } from './sending.ts'
import { eInvoiceNonce } from './tables.ts'

/** Endpoint for notifications from the e-invoice provider. */
export const genericCallback = signedNotices({
  path: 'e-invoices',
  prefix: PREFIX,
  nonces: eInvoiceNonce,
  agreed: ({ invoices }) => (invoices?.provider === 'generic' ? invoices : undefined),
  read: parseProviderStatus,
  take: async (ctx, word) => {
    const of = await applyProviderStatus(ctx, word)
    if (of.state === 'issued') await advanceRequest(ctx, of)
  },
})
