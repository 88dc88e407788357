import type { Handlers } from '#lib/server/api/call.ts'
import { paymentsHandlers } from '../payments/server/payments.ts'
import { recordingHandlers } from '../payments/server/recording.ts'
import type { staffLedgerContract } from '../staffContract.ts'
import { bankActsHandlers } from '../statements/server/bankActs.ts'
import { bankImportHandlers } from '../statements/server/bankImport.ts'
import { bankListHandlers } from '../statements/server/bankList.ts'

export const staffLedgerHandlers: Handlers<typeof staffLedgerContract> = {
  ...paymentsHandlers,
  ...recordingHandlers,
  ...bankListHandlers,
  ...bankImportHandlers,
  ...bankActsHandlers,
}
