import type { Contract, Section } from '#lib/contract.ts'
import { applyingContract } from './applying/applyingContract.ts'
import { scoringContract } from './scoring/contract.ts'
import { winnerContract } from './winners/winnerContract.ts'

export const section: Section = { title: '科技奖励' }

/** Awards cost nothing, before or after: no call here knows of a fee (评比达标表彰活动管理办法). */
export const awardsContract = {
  ...applyingContract,
  ...scoringContract,
  ...winnerContract,
} as const satisfies Contract
