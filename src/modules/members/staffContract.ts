import type { Contract } from '#lib/contract.ts'
import { staffHandoverContract } from './handover/contract.ts'
import { registerContract } from './registerContract.ts'

export const staffMembersContract = {
  ...staffHandoverContract,
  ...registerContract,
} as const satisfies Contract
