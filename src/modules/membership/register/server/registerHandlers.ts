import type { Handlers } from '#lib/server/api/call.ts'
import type { staffRegisterContract } from '../contract.ts'
import { memberChangesHandlers } from './memberChanges.ts'
import { staffMemberHandlers } from './staffMember.ts'
import { staffMembersHandlers } from './staffMembers.ts'

export const registerHandlers: Handlers<typeof staffRegisterContract> = {
  ...staffMembersHandlers,
  ...staffMemberHandlers,
  ...memberChangesHandlers,
}
