import type { Handlers } from '#lib/server/api/call.ts'
import { staffOrdersHandlers } from '../ordering/server/staffOrders.ts'
import { differencesHandlers } from '../reconciling/server/differences.ts'
import type { staffPaymentsContract } from '../staffContract.ts'

export const staffPaymentsHandlers: Handlers<typeof staffPaymentsContract> = {
  ...staffOrdersHandlers,
  ...differencesHandlers,
}
