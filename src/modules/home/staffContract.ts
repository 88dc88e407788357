import type { Contract } from '#lib/contract.ts'

export const staffHomeContract = {} as const satisfies Contract
