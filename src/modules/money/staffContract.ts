import type { Contract } from '#lib/contract.ts'
import { invoiceBatchContract } from './invoices/contract.ts'
import { receivableContract } from './receivables/contract.ts'

export const staffMoneyContract = { ...receivableContract, ...invoiceBatchContract } as const satisfies Contract
