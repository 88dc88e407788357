import { z } from 'zod'
import { storedFile } from '#modules/files/contract.ts'

/** Payment details entered by the payer: date, payer, receipt title and transfer slip. */
export const receiptDetails = z.object({
  paidOn: z.string().nullable(),
  payer: z.string(),
  receiptTitle: z.string(),
  receiptCreditCode: z.string(),
  receiptEmail: z.string(),
  slip: storedFile.nullable(),
})
