import type { Handlers } from '#lib/server/api/call.ts'
import type { staffRegisterContract } from '../contract.ts'
import '#modules/membership/server/fileParts.ts'
import { actOnMember } from './memberChanges.ts'
import { showMemberToStaff } from './staffMember.ts'
import { exportMembers, listMembers } from './staffMembers.ts'
import { exportOrganisations, listOrganisations } from './staffOrganisations.ts'

export const registerHandlers: Handlers<typeof staffRegisterContract> = {
  'GET /staff/member/list': listMembers,
  'GET /staff/member/export': exportMembers,
  'GET /staff/member/detail': showMemberToStaff,
  'POST /staff/member/act': actOnMember,
  'GET /staff/organisation/list': listOrganisations,
  'GET /staff/organisation/export': exportOrganisations,
}
