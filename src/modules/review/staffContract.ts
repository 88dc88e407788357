import type { Contract } from '#lib/contract.ts'

export const staffReviewContract = {} as const satisfies Contract
