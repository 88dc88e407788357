import type { Contract } from '#lib/contract.ts'

export const winnerContract = {} as const satisfies Contract
