import type { Contract } from '#lib/contract.ts'

export const staffSettingsContract = {} as const satisfies Contract
