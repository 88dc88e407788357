import type { Contract, Section } from '#lib/contract.ts'
import { ownEInvoicesContract, ownInvoicesContract } from './einvoices/contract.ts'
import { ownPapersContract } from './papers/contract.ts'
import { ownPayerAccountContract } from './payerAccounts/contract.ts'
import { ownReceiptsContract } from './receipts/contract.ts'
import { ownRefundsContract } from './refunds/contract.ts'

export const section: Section = { title: '票据' }

export const ownMoneyContract = {
  ...ownInvoicesContract,
  ...ownEInvoicesContract,
  ...ownRefundsContract,
  ...ownReceiptsContract,
  ...ownPayerAccountContract,
  ...ownPapersContract,
} as const satisfies Contract
