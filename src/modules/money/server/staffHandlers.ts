import type { Handlers } from '#lib/server/api/call.ts'
import { closesHandlers } from '../closing/server/closes.ts'
import { closingHandlers } from '../closing/server/closing.ts'
import { dayHandlers } from '../closing/server/day.ts'
import { dayBookHandlers } from '../closing/server/dayBook.ts'
import { monthReportHandlers } from '../closing/server/monthReport.ts'
import { eInvoiceHandlers } from '../einvoices/server/handlers.ts'
import { monthListHandlers } from '../einvoices/server/monthList.ts'
import { batchHandlers } from '../invoices/server/batch.ts'
import { invoiceRegisterHandlers } from '../invoices/server/invoiceRegister.ts'
import { invoicesHandlers } from '../invoices/server/invoices.ts'
import { redInvoicesHandlers } from '../invoices/server/redInvoices.ts'
import { batchesHandlers } from '../letters/server/batches.ts'
import { letterActsHandlers } from '../letters/server/letterActs.ts'
import { lettersHandlers } from '../letters/server/letters.ts'
import { printingHandlers } from '../letters/server/printing.ts'
import { paperFailureHandlers } from '../papers/server/failures.ts'
import { payerAccountHandlers } from '../payerAccounts/server/handlers.ts'
import { receiptActsHandlers } from '../receipts/server/receiptActs.ts'
import { receiptsHandlers } from '../receipts/server/receipts.ts'
import { detailHandlers } from '../receivableDesk/server/detail.ts'
import { ageingHandlers } from '../receivables/server/ageing.ts'
import { receivablesHandlers } from '../receivables/server/receivables.ts'
import { totalsHandlers } from '../receivables/server/totals.ts'
import { refundActsHandlers } from '../refunds/server/refundActs.ts'
import { refundDetailHandlers } from '../refunds/server/refundDetail.ts'
import { refundsHandlers } from '../refunds/server/refunds.ts'
import type { staffMoneyContract } from '../staffContract.ts'
import { voucherSettingsHandlers } from '../vouchers/server/voucherSettings.ts'
import { vouchersHandlers } from '../vouchers/server/vouchers.ts'

export const staffMoneyHandlers: Handlers<typeof staffMoneyContract> = {
  ...receivablesHandlers,
  ...totalsHandlers,
  ...ageingHandlers,
  ...payerAccountHandlers,
  ...detailHandlers,
  ...batchHandlers,
  ...invoiceRegisterHandlers,
  ...invoicesHandlers,
  ...redInvoicesHandlers,
  ...refundsHandlers,
  ...refundDetailHandlers,
  ...refundActsHandlers,
  ...dayHandlers,
  ...dayBookHandlers,
  ...closingHandlers,
  ...closesHandlers,
  ...monthReportHandlers,
  ...voucherSettingsHandlers,
  ...vouchersHandlers,
  ...paperFailureHandlers,
  ...receiptsHandlers,
  ...receiptActsHandlers,
  ...printingHandlers,
  ...lettersHandlers,
  ...letterActsHandlers,
  ...batchesHandlers,
  ...eInvoiceHandlers,
  ...monthListHandlers,
}
