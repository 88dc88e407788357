import type { Contract } from '#lib/contract.ts'
import { staffHandoverContract } from './handover/contract.ts'
import { companyNotesContract } from './notes/contract.ts'
import { registerContract } from './registerContract.ts'

export const staffMembersContract = {
  ...staffHandoverContract,
  ...registerContract,
  ...companyNotesContract,
} as const satisfies Contract
