import type { Contract } from '#lib/contract.ts'
import { staffFeesContract } from './fees/contract.ts'
import { staffInvitationsContract } from './invitations/contract.ts'
import { levelsContract } from './levels/contract.ts'
import { staffRegisterContract } from './register/contract.ts'
import { staffStatementsContract } from './statements/contract.ts'

export const staffMembershipContract = {
  ...levelsContract,
  ...staffRegisterContract,
  ...staffFeesContract,
  ...staffStatementsContract,
  ...staffInvitationsContract,
} as const satisfies Contract
