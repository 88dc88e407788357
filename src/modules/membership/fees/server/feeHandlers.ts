import type { Handlers } from '#lib/server/api/call.ts'
import type { memberFeesContract, staffFeesContract } from '../contract.ts'
import { feesOnManyHandlers } from './bulkFees.ts'
import { feeActsHandlers } from './feeActs.ts'
import { feeDetailHandlers } from './feeDetail.ts'
import { feeListHandlers } from './feeList.ts'
import { feePayingHandlers } from './feePaying.ts'
import { feeRaisingHandlers } from './feeRaising.ts'

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
