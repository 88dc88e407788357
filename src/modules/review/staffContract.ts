import type { Contract } from '#lib/contract.ts'
import { staffBoardContract } from './boards/contract.ts'
import { staffDeskContract } from './desk/deskContract.ts'

export const staffReviewContract = { ...staffDeskContract, ...staffBoardContract } as const satisfies Contract
