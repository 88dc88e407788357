import type { Contract } from '#lib/contract.ts'

export const staffImportsContract = {} as const satisfies Contract
