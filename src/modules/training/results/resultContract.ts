import type { Contract } from '#lib/contract.ts'
import { staffBatchContract } from './batchContract.ts'
import { staffScoreContract } from './scoreContract.ts'

export const staffResultContract = { ...staffScoreContract, ...staffBatchContract } as const satisfies Contract
