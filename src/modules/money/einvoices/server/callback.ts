import { signedNotices } from '#lib/server/http/signedNotices.ts'
import { PREFIX, readWord } from './drivers/generic.ts'
import { bringOn } from './sending.ts'
import { eInvoiceNonce } from './tables.ts'
import { takeWord } from './words.ts'

/** Endpoint for notifications from the e-invoice provider. */
export const genericCallback = signedNotices({
  path: 'e-invoices',
  prefix: PREFIX,
  nonces: eInvoiceNonce,
  agreed: ({ invoices }) => (invoices?.provider === 'generic' ? invoices : undefined),
  read: readWord,
  take: async (ctx, word) => {
    const of = await takeWord(ctx, word)
    if (of.state === 'issued') await bringOn(ctx, of)
  },
})
