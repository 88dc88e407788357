import type { Contract, Section } from '#lib/contract.ts'
import { staffOrdersContract } from './ordering/staffContract.ts'
import { reconciliationContract } from './reconciling/contract.ts'

export const section: Section = { title: '在线支付管理' }

export const staffPaymentsContract = { ...staffOrdersContract, ...reconciliationContract } as const satisfies Contract
