import type { Contract } from '#lib/contract.ts'
import { staffFeesContract } from './fees/contract.ts'
import { staffRegisterContract } from './register/contract.ts'
import { staffStatementsContract } from './statements/contract.ts'

export const staffMembershipContract = {
  ...staffRegisterContract,
  ...staffFeesContract,
  ...staffStatementsContract,
} as const satisfies Contract
