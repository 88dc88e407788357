import type { Contract } from '#lib/contract.ts'

export const staffWinnerContract = {} as const satisfies Contract
