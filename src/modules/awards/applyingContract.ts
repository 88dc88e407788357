import type { Contract } from '#lib/contract.ts'

export const applyingContract = {} as const satisfies Contract
