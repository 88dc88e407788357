import type { Handlers } from '#lib/server/api/call.ts'
import { staffFeesHandlers } from '../fees/server/feeHandlers.ts'
import { invitationDeskHandlers } from '../invitations/server/desk.ts'
import { sendingHandlers } from '../invitations/server/sending.ts'
import { levelHandlers } from '../levels/server/levelDesk.ts'
import { registerHandlers } from '../register/server/registerHandlers.ts'
import type { staffMembershipContract } from '../staffContract.ts'

export const staffMembershipHandlers: Handlers<typeof staffMembershipContract> = {
  ...levelHandlers,
  ...registerHandlers,
  ...staffFeesHandlers,
  ...sendingHandlers,
  ...invitationDeskHandlers,
}
