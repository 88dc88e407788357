import type { Contract } from '#lib/contract.ts'

export const staffAuditContract = {} as const satisfies Contract
