import { definePaymentPapers } from '#modules/files/server/paymentPapers.ts'
import { assessmentFee } from './tables.ts'

definePaymentPapers(assessmentFee.slipId, assessmentFee.invoiceFileId)
