import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, code, nothing } from '#lib/form/fields.ts'
import { page, paging } from '#lib/paging.ts'
import { registerExport, registerInput, registerList } from '#lib/register/registerContract.ts'
import { storedFile } from '#modules/files/contract.ts'
import { receiptStates } from '../receipts/receiptWords.ts'
import { refundStates } from '../refunds/refundWords.ts'
import { receivableFilters } from './receivableFilters.ts'
import { ages, owedStates } from './receivableWords.ts'

const state = z.enum(owedStates)
const row = z.object({
  id: z.int(),
  kind: z.string(),
  kindName: z.string(),
  payer: z.string(),
  number: z.string(),
  about: z.string(),
  amount: z.number(),
  received: z.number(),
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

export type ReceivableRow = z.infer<typeof row>

export const receivableContract = {
  'GET /staff/receivable/list': {
    who: 'staff:finance',
    summary: '全部应收与实收（会费、评审费、广告费、培训费），新的在前；按种类、状态、缴费人、期间、逾期与账龄筛选',
    ...registerList(receivableFilters, row),
    example: { kind: 'memberFee', state: 'open', pageNum: 1 },
  },
  'GET /staff/receivable/totals': {
    who: 'staff:finance',
    summary: '同样筛选下的应收、实收、未收与逾期，合计与分种类',
    input: z.object(registerInput(receivableFilters)).omit({ sort: true, columns: true }),
    output: sums.extend({ kinds: z.array(sums.extend({ kind: z.string(), name: z.string() })) }),
    example: { state: 'open' },
  },
  'GET /staff/receivable/kinds': {
    who: 'staff:finance',
    summary: '款项的种类',
    input: nothing,
    output: z.array(z.object({ kind: z.string(), name: z.string() })),
  },
  'GET /staff/receivable/export': {
    who: 'staff:finance',
    confirm: true,
    summary: '导出应收与实收为 XLSX，条件和顺序与列表相同',
    ...registerExport(receivableFilters),
    example: { state: 'open' },
  },
  'GET /staff/receivable/ageing': {
    who: 'staff:finance',
    summary: '未收款项的账龄：分种类，以及分缴费人（欠款多的在前）',
    input: z.object({ kind: code.optional(), ...paging }),
    output: z.object({
      all: aged,
      kinds: z.array(aged.extend({ kind: z.string(), name: z.string() })),
      payers: page(aged.extend({ payer: z.string() })),
    }),
    example: { pageNum: 1 },
  },
  'GET /staff/receivable/detail': {
    who: 'staff:finance',
    summary: '一笔应收的全部：缴费、凭证、票据与入账的流水',
    input: byId,
    output: row.extend({
      payableId: z.int(),
      route: z.string(),
      confirmedTime: z.string().nullable(),
      confirmedName: z.string(),
      slip: storedFile.nullable(),
      invoiceTitle: z.string(),
      invoiceCode: z.string(),
      invoicedOn: z.string().nullable(),
      invoiceFile: storedFile.nullable(),
      /** Amount that may still be requested as a refund. */
      refundable: z.number(),
      /** Account that paid, if the bank line states it; refunds go back to it. */
      payerAccount: z.string(),
      /** Consequence of a full refund. */
      afterRefund: z.string(),
      refunds: z.array(
        z.object({
          id: z.int(),
          amount: z.number(),
          reason: z.string(),
          state: z.enum(refundStates),
          stateName: z.string(),
          askedTime: z.string(),
          paidOn: z.string().nullable(),
        }),
      ),
      /** Amount of the invoice not yet reversed by red ones. */
      redable: z.number(),
      reds: z.array(
        z.object({
          id: z.int(),
          number: z.string(),
          /** Below zero. */
          amount: z.number(),
          reason: z.string(),
          issuedOn: z.string(),
          file: storedFile.nullable(),
          blueNumber: z.string(),
          blueAmount: z.number(),
          blueIssuedOn: z.string().nullable(),
          blueFile: storedFile.nullable(),
        }),
      ),
      receipts: z.array(
        z.object({
          id: z.int(),
          number: z.string(),
          amount: z.number(),
          issuedOn: z.string(),
          state: z.enum(receiptStates),
          stateName: z.string(),
        }),
      ),
      line: z.object({ statementId: z.int(), bank: z.string(), paidOn: z.string(), payer: z.string() }).nullable(),
      /** Order of the online payment. */
      order: z.object({ number: z.string(), providerName: z.string(), route: z.string() }).nullable(),
    }),
    example: { id: 11 },
  },
} as const satisfies Contract
