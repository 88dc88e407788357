import { definePaymentPapers } from '#modules/files/server/paymentPapers.ts'
import { memberFee } from './tables.ts'

definePaymentPapers(memberFee.slipId, memberFee.receiptFileId)
