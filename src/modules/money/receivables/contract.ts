import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { code, nothing } from '#lib/form/fields.ts'
import { page, paging } from '#lib/paging.ts'
import { registerExport, registerInput, registerList } from '#lib/register/registerContract.ts'
import { receivableFilters } from '../receivableFilters.ts'
import { ages, owedStates } from '../receivableWords.ts'

const state = z.enum(owedStates)
export const receivableRow = z.object({
  id: z.int(),
  kind: z.string(),
  kindName: z.string(),
  payer: z.string(),
  number: z.string(),
  about: z.string(),
  amount: z.number(),
  received: z.number(),
  /** What is still to be paid. */
  open: z.number(),
  refunded: z.number(),
  /** Received and not given back. */
  net: z.number(),
  state,
  stateName: z.string(),
  raisedOn: z.string(),
  dueOn: z.string().nullable(),
  /** Days overdue of an open record. */
  daysLate: z.int().nullable(),
  paidOn: z.string().nullable(),
  invoiceNumber: z.string(),
  /** Number of the valid receipt. */
  receiptNumber: z.string(),
})
const sums = z.object({
  count: z.int(),
  /** Everything except cancelled records. */
  due: z.number(),
  received: z.number(),
  refunded: z.number(),
  net: z.number(),
  open: z.number(),
  openCount: z.int(),
  overdue: z.number(),
  overdueCount: z.int(),
})
const cell = z.object({ age: z.enum(ages), count: z.int(), amount: z.number() })
const aged = z.object({ count: z.int(), amount: z.number(), cells: z.array(cell) })

export type ReceivableRow = z.infer<typeof receivableRow>

export const receivableContract = {
  'GET /staff/receivable/list': {
    who: 'staff:financeReading',
    summary: '全部应收与实收（会费、评审费、广告费、培训费），新的在前；按种类、状态、缴费人、期间、逾期与账龄筛选',
    ...registerList(receivableFilters, receivableRow),
    example: { kind: 'memberFee', state: 'open', pageNum: 1 },
  },
  'GET /staff/receivable/totals': {
    who: 'staff:financeReading',
    summary: '同样筛选下的应收、实收、未收与逾期，合计与分种类',
    input: z.object(registerInput(receivableFilters)).omit({ sort: true, columns: true }),
    output: sums.extend({ kinds: z.array(sums.extend({ kind: z.string(), name: z.string() })) }),
    example: { state: 'open' },
  },
  'GET /staff/receivable/kinds': {
    who: 'staff:financeReading',
    summary: '款项的种类',
    input: nothing,
    /** `hasInvoice`: its paper is an invoice. */
    output: z.array(z.object({ kind: z.string(), name: z.string(), hasInvoice: z.boolean() })),
  },
  'GET /staff/receivable/export': {
    who: 'staff:financeReading',
    confirm: true,
    summary: '导出应收与实收为 XLSX，条件和顺序与列表相同',
    ...registerExport(receivableFilters),
    example: { state: 'open' },
  },
  'GET /staff/receivable/ageing': {
    who: 'staff:financeReading',
    summary: '未收款项的账龄：分种类，以及分缴费人（欠款多的在前）',
    input: z.object({ kind: code.optional(), ...paging }),
    output: z.object({
      all: aged,
      kinds: z.array(aged.extend({ kind: z.string(), name: z.string() })),
      payers: page(aged.extend({ payer: z.string() })),
    }),
    example: { pageNum: 1 },
  },
} as const satisfies Contract
