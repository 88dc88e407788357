import type { Handlers } from '#lib/server/call.ts'
import type { staffMembershipContract } from '../staffContract.ts'
import { staffFeesHandlers, staffStatementsHandlers } from './feeHandlers.ts'
import { registerHandlers } from './registerHandlers.ts'

export const staffMembershipHandlers: Handlers<typeof staffMembershipContract> = {
  ...registerHandlers,
  ...staffFeesHandlers,
  ...staffStatementsHandlers,
}
