import type { Contract } from '#lib/contract.ts'

export const staffMembersContract = {} as const satisfies Contract
