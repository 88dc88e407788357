import type { Contract } from '#lib/contract.ts'

export const staffCertificatesContract = {} as const satisfies Contract
