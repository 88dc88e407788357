import type { Contract } from '#lib/contract.ts'

export const scoringContract = {} as const satisfies Contract
