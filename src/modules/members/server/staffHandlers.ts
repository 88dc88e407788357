import type { Handlers } from '#lib/server/api/call.ts'
import { staffHandoverHandlers } from '../handover/server/handoverHandlers.ts'
import type { staffMembersContract } from '../staffContract.ts'
import { registerHandlers } from './registerHandlers.ts'

export const staffMembersHandlers: Handlers<typeof staffMembersContract> = {
  ...staffHandoverHandlers,
  ...registerHandlers,
}
