import type { Contract } from '#lib/contract.ts'
import { navigationContract } from './navigation/contract.ts'
import { readingContract } from './readingContract.ts'

export const contentContract = { ...navigationContract, ...readingContract } as const satisfies Contract
