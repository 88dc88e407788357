import type { Handlers } from '#lib/server/call.ts'
import type { staffMembersContract } from '../staffContract.ts'
import { staffHandoverHandlers } from './handoverHandlers.ts'
import { registerHandlers } from './registerHandlers.ts'

export const staffMembersHandlers: Handlers<typeof staffMembersContract> = {
  ...staffHandoverHandlers,
  ...registerHandlers,
}
