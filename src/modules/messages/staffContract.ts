import type { Contract } from '#lib/contract.ts'

export const staffMessagesContract = {} as const satisfies Contract
