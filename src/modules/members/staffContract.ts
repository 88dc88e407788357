import type { Contract } from '#lib/contract.ts'
import { staffHandoverContract } from './handoverContract.ts'
import { registerContract } from './registerContract.ts'

export const staffMembersContract = {
  ...staffHandoverContract,
  ...registerContract,
} as const satisfies Contract
