import type { Contract } from '#lib/contract.ts'

export const staffMembershipContract = {} as const satisfies Contract
