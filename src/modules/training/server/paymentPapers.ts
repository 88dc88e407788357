import { definePaymentPapers } from '#modules/files/server/paymentPapers.ts'
import { registration } from '../enrolling/server/tables.ts'

definePaymentPapers(registration.slipId, registration.invoiceFileId)
