import type { Contract } from '#lib/contract.ts'

export const staffCallContract = {} as const satisfies Contract
