import { saveFile } from '#api/file.ts'
import { registerScreen } from '#ui/register/registerScreen.ts'
import { eInvoiceFilters } from '../eInvoiceFilters.ts'
import { invoiceFilters } from '../invoiceFilters.ts'
import { letterFilters } from '../letterFilters.ts'
import { paperFailureFilters } from '../paperFailureFilters.ts'
import { receiptFilters } from '../receiptFilters.ts'
import { receivableFilters } from '../receivableFilters.ts'
import { refundFilters } from '../refundFilters.ts'

export const receivables = registerScreen(receivableFilters, {
  name: '应收与实收',
  register: 'receivable',
  path: '/staff/receivables',
  list: (api, asked, page) => api('GET /staff/receivable/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/receivable/export', given),
})

export const refunds = registerScreen(refundFilters, {
  name: '退款',
  register: 'refund',
  path: '/staff/refunds',
  list: (api, asked, page) => api('GET /staff/refund/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/refund/export', given),
})

export const receipts = registerScreen(receiptFilters, {
  name: '收据',
  register: 'receipt',
  path: '/staff/receipts',
  list: (api, asked, page) => api('GET /staff/receipt/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/receipt/export', given),
})

export const eInvoices = registerScreen(eInvoiceFilters, {
  name: '电子票据',
  register: 'eInvoice',
  path: '/staff/e-invoices',
  opens: 'nothing',
  list: (api, asked, page) => api('GET /staff/eInvoice/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/eInvoice/export', given),
})

export const invoices = registerScreen(invoiceFilters, {
  name: '开票申请',
  register: 'invoiceRequest',
  path: '/staff/invoices',
  opens: 'nothing',
  list: (api, asked, page) => api('GET /staff/invoice/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/invoice/export', given),
})

export const letters = registerScreen(letterFilters, {
  name: '催缴函件',
  register: 'paymentLetter',
  path: '/staff/letters',
  list: (api, asked, page) => api('GET /staff/letter/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/letter/export', given),
})

export const paperFailures = registerScreen(paperFailureFilters, {
  name: '未开成的票据',
  register: 'paperFailure',
  path: '/staff/paper-failures',
  opens: 'nothing',
  list: (api, asked, page) => api('GET /staff/paperFailure/list', { ...asked, ...page }),
  save: given => saveFile('GET /staff/paperFailure/export', given),
})
