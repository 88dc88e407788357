import type { Contract, Section } from '#lib/contract.ts'
import { memberFeesContract } from './fees/contract.ts'
import { invitationsContract } from './invitations/contract.ts'
import { joiningContract } from './joining/contract.ts'
import { publicRegisterContract } from './register/publicContract.ts'
import { styleContract } from './style/contract.ts'

export const section: Section = { title: '会员单位' }

export const membershipContract = {
  ...invitationsContract,
  ...memberFeesContract,
  ...joiningContract,
  ...styleContract,
  ...publicRegisterContract,
} as const satisfies Contract
