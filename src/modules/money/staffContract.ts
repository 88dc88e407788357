import type { Contract } from '#lib/contract.ts'
import { receivableContract } from './receivables/contract.ts'

export const staffMoneyContract = { ...receivableContract } as const satisfies Contract
