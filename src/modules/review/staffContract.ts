import type { Contract } from '#lib/contract.ts'
import { staffBoardContract } from './boardContract.ts'
import { staffDeskContract } from './deskContract.ts'

export const staffReviewContract = { ...staffDeskContract, ...staffBoardContract } as const satisfies Contract
