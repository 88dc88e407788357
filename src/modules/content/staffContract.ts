import type { Contract } from '#lib/contract.ts'

export const staffContentContract = {} as const satisfies Contract
