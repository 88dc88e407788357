import type { Handlers } from '#lib/server/api/call.ts'
import { staffFeesHandlers, staffStatementsHandlers } from '../fees/server/feeHandlers.ts'
import { registerHandlers } from '../register/server/registerHandlers.ts'
import type { staffMembershipContract } from '../staffContract.ts'

export const staffMembershipHandlers: Handlers<typeof staffMembershipContract> = {
  ...registerHandlers,
  ...staffFeesHandlers,
  ...staffStatementsHandlers,
}
