import type { Contract, Section } from '#lib/contract.ts'
import { staffFeesContract } from './fees/contract.ts'
import { staffInvitationsContract } from './invitations/contract.ts'
import { levelsContract } from './levels/contract.ts'
import { staffRegisterContract } from './register/contract.ts'

export const section: Section = { title: '会员登记' }

export const staffMembershipContract = {
  ...levelsContract,
  ...staffRegisterContract,
  ...staffFeesContract,
  ...staffInvitationsContract,
} as const satisfies Contract
