import type { Handlers } from '#lib/server/api/call.ts'
import type { staffStatementsContract } from '#modules/membership/statements/contract.ts'
import { bankActsHandlers } from '#modules/membership/statements/server/bankActs.ts'
import { bankImportHandlers } from '#modules/membership/statements/server/bankImport.ts'
import { bankListHandlers } from '#modules/membership/statements/server/bankList.ts'
import type { memberFeesContract, staffFeesContract } from '../contract.ts'
import { feesOnManyHandlers } from './bulkFees.ts'
import { feeActsHandlers } from './feeActs.ts'
import { feeDetailHandlers } from './feeDetail.ts'
import { feeListHandlers } from './feeList.ts'
import { feePayingHandlers } from './feePaying.ts'
import { feeRaisingHandlers } from './feeRaising.ts'
import '#modules/membership/register/server/audience.ts'

export const memberFeesHandlers: Handlers<typeof memberFeesContract> = {
  ...feePayingHandlers,
}

export const staffFeesHandlers: Handlers<typeof staffFeesContract> = {
  ...feeListHandlers,
  ...feeDetailHandlers,
  ...feeRaisingHandlers,
  ...feesOnManyHandlers,
  ...feeActsHandlers,
}

export const staffStatementsHandlers: Handlers<typeof staffStatementsContract> = {
  ...bankListHandlers,
  ...bankImportHandlers,
  ...bankActsHandlers,
}
