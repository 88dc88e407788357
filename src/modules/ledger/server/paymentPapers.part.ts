import { definePaymentPapers } from '#modules/files/server/paymentPapers.ts'
import { receivable } from './tables.ts'

definePaymentPapers(receivable.slipId, receivable.invoiceFileId)
