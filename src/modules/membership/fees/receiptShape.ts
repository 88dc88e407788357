import { z } from 'zod'
import { storedFile } from '#modules/files/contract.ts'

/** What who pays has said of the transfer: when and by whom, for whom the receipt is to be, and the slip. */
export const receiptGiven = z.object({
  paidOn: z.string().nullable(),
  payer: z.string(),
  receiptTitle: z.string(),
  receiptCreditCode: z.string(),
  receiptEmail: z.string(),
  slip: storedFile.nullable(),
})
