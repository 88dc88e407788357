import type { Contract } from '#lib/contract.ts'

export const staffOversightContract = {} as const satisfies Contract
