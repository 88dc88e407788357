import type { Handlers } from '#lib/server/api/call.ts'
import type { staffInvoiceContract } from '../contract.ts'
import { issueInvoice, refuseInvoice, showInvoiceAccount } from './invoiceActs.ts'
import { exportInvoices, listInvoices, showInvoiceTotals } from './invoiceList.ts'

export const staffInvoiceHandlers: Handlers<typeof staffInvoiceContract> = {
  'GET /staff/training/invoices': listInvoices,
  'GET /staff/training/invoice/totals': showInvoiceTotals,
  'GET /staff/training/invoice/export': exportInvoices,
  'POST /staff/training/invoice/issue': issueInvoice,
  'POST /staff/training/invoice/refuse': refuseInvoice,
  'POST /staff/training/invoice/account': showInvoiceAccount,
}
