import { definePaymentPapers } from '#modules/files/server/paymentPapers.ts'
import { assessmentFee } from '../applying/server/tables.ts'

definePaymentPapers(assessmentFee.slipId, assessmentFee.invoiceFileId)
