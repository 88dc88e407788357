import type { Ctx } from '#lib/server/api/context.ts'
import { defineTasks } from '#lib/server/oversight/deskTasks.ts'
import { listOf } from '#lib/server/oversight/lists.ts'
import { invoiceDriver } from '../einvoices/server/drivers/drivers.ts'
import { staffMoneyContract as contract } from '../staffContract.ts'
import { staffMoneyHandlers as handlers } from './staffHandlers.ts'

const invoices = listOf('/staff/invoices', { contract, handlers, key: 'GET /staff/invoice/list' })
const refunds = listOf('/staff/refunds', { contract, handlers, key: 'GET /staff/refund/list' })

const eInvoices = listOf('/staff/e-invoices', { contract, handlers, key: 'GET /staff/eInvoice/list' })
const paperFailures = listOf('/staff/paper-failures', { contract, handlers, key: 'GET /staff/paperFailure/list' })
/** Offered only where an e-invoice provider is configured. */
const isOffered = (ctx: Ctx) => invoiceDriver(ctx) !== undefined

defineTasks(
  {
    order: 120,
    code: 'invoices',
    name: '待开的发票',
    may: 'staff:finance',
    of: invoices,
    filters: { state: 'requested' },
  },
  {
    order: 76,
    code: 'eInvoicesWaiting',
    name: '电子票据待开',
    may: 'staff:finance',
    isOffered,
    of: eInvoices,
    filters: { state: 'waiting' },
  },
  {
    order: 77,
    code: 'eInvoicesFailed',
    name: '电子票据没有开成',
    may: 'staff:finance',
    isOffered,
    of: eInvoices,
    filters: { state: 'failed' },
  },
  {
    order: 77,
    code: 'papersLeft',
    name: '票据没有自动开成',
    may: 'staff:finance',
    of: paperFailures,
    filters: { state: 'left' },
  },
  {
    order: 73,
    code: 'refundRequests',
    name: '待受理的退款申请',
    may: 'staff:finance',
    of: refunds,
    filters: { state: 'requested' },
  },
  {
    order: 74,
    code: 'refundsExpired',
    name: '退款同意已过期',
    may: 'staff:finance',
    of: refunds,
    filters: { state: 'expired' },
  },
  {
    order: 75,
    code: 'refundsToPay',
    name: '退款待汇出',
    may: 'staff:finance',
    of: refunds,
    filters: { state: 'agreed' },
  },
)
