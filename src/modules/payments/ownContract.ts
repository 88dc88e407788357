import type { Contract, Section } from '#lib/contract.ts'
import { ownOrdersContract } from './ordering/ownContract.ts'

export const section: Section = { title: '在线支付' }

export const ownPaymentsContract = { ...ownOrdersContract } as const satisfies Contract
