import type { Contract, Section } from '#lib/contract.ts'
import { staffCallContract } from './calls/contract.ts'
import { staffEntryContract } from './entries/staffEntryContract.ts'
import { staffRoundContract } from './rounds/roundContract.ts'
import { staffWinnerContract } from './winners/staffWinnerContract.ts'

export const section: Section = { title: '奖励管理' }

export const staffAwardsContract = {
  ...staffCallContract,
  ...staffEntryContract,
  ...staffRoundContract,
  ...staffWinnerContract,
} as const satisfies Contract
