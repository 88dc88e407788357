import type { Contract } from '#lib/contract.ts'
import { staffFeesContract } from './feeContract.ts'
import { staffRegisterContract } from './registerContract.ts'
import { staffStatementsContract } from './statementContract.ts'

export const staffMembershipContract = {
  ...staffRegisterContract,
  ...staffFeesContract,
  ...staffStatementsContract,
} as const satisfies Contract
