import type { Contract } from '#lib/contract.ts'

export const staffRoundContract = {} as const satisfies Contract
