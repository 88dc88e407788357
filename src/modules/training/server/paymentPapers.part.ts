import { definePaymentPapers } from '#modules/files/server/paymentPapers.ts'
import { registration } from './tables.ts'

definePaymentPapers(registration.slipId, registration.invoiceFileId)
