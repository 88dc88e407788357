import type { Contract } from '#lib/contract.ts'

export const staffPersonnelContract = {} as const satisfies Contract
