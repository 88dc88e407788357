import type { Contract, Section } from '#lib/contract.ts'
import { closingContract } from './closing/contract.ts'
import { eInvoiceContract, paperMonthContract } from './einvoices/contract.ts'
import { invoiceBatchContract, invoiceContract } from './invoices/contract.ts'
import { letterContract } from './letters/contract.ts'
import { paperFailureContract } from './papers/contract.ts'
import { payerAccountContract } from './payerAccounts/contract.ts'
import { receiptContract } from './receipts/contract.ts'
import { receivableDeskContract } from './receivableDesk/contract.ts'
import { receivableContract } from './receivables/contract.ts'
import { refundContract } from './refunds/contract.ts'
import { voucherContract } from './vouchers/contract.ts'

export const section: Section = { title: '账务' }

export const staffMoneyContract = {
  ...receivableContract,
  ...payerAccountContract,
  ...receivableDeskContract,
  ...invoiceBatchContract,
  ...invoiceContract,
  ...refundContract,
  ...closingContract,
  ...voucherContract,
  ...paperFailureContract,
  ...receiptContract,
  ...letterContract,
  ...eInvoiceContract,
  ...paperMonthContract,
} as const satisfies Contract
