import type { Contract } from '#lib/contract.ts'
import { staffOrdersContract } from './ordering/staffContract.ts'
import { reconciliationContract } from './reconciling/contract.ts'

export const staffPaymentsContract = { ...staffOrdersContract, ...reconciliationContract } as const satisfies Contract
