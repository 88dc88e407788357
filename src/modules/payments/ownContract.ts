import type { Contract } from '#lib/contract.ts'
import { ownOrdersContract } from './ordering/ownContract.ts'

export const ownPaymentsContract = { ...ownOrdersContract } as const satisfies Contract
