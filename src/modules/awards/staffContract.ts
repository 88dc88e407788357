import type { Contract } from '#lib/contract.ts'
import { staffCallContract } from './callContract.ts'
import { staffRoundContract } from './roundContract.ts'
import { staffWinnerContract } from './staffWinnerContract.ts'

export const staffAwardsContract = {
  ...staffCallContract,
  ...staffRoundContract,
  ...staffWinnerContract,
} as const satisfies Contract
