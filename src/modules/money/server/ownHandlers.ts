import type { Handlers } from '#lib/server/api/call.ts'
import { ownInvoicesHandlers } from '../einvoices/server/ownInvoices.ts'
import { ownEInvoicesHandlers } from '../einvoices/server/requests.ts'
import type { ownMoneyContract } from '../ownContract.ts'
import { ownPapersHandlers } from '../papers/server/ownPapers.ts'
import { ownPayerAccountHandlers } from '../payerAccounts/server/handlers.ts'
import { ownReceiptsHandlers } from '../receipts/server/ownReceipts.ts'
import { ownRefundsHandlers } from '../refunds/server/ownRefunds.ts'

export const ownMoneyHandlers: Handlers<typeof ownMoneyContract> = {
  ...ownInvoicesHandlers,
  ...ownEInvoicesHandlers,
  ...ownRefundsHandlers,
  ...ownReceiptsHandlers,
  ...ownPayerAccountHandlers,
  ...ownPapersHandlers,
}
