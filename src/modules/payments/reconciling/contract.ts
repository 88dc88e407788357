import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, nothing, text } from '#lib/form/fields.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { differenceFilters } from '../differenceFilters.ts'
import { differenceKinds, differenceStates } from '../differenceWords.ts'

const state = z.enum(differenceStates)
const row = z.object({
  id: z.int(),
  day: z.string(),
  providerName: z.string(),
  kind: z.enum(differenceKinds),
  kindName: z.string(),
  number: z.string(),
  transactionId: z.string(),
  orderId: z.int().nullable(),
  ours: z.number().nullable(),
  theirs: z.number().nullable(),
  state,
  stateName: z.string(),
  note: z.string(),
  resolvedName: z.string(),
  resolvedTime: z.string().nullable(),
})

export const reconciliationContract = {
  'GET /staff/reconciliation/list': {
    who: 'staff:financeReading',
    summary: '与支付机构对账的差异，新的在前；按支付方式、差异、状态和账单日期筛选',
    ...registerList(differenceFilters, row),
    example: { state: 'open', pageNum: 1 },
  },
  'GET /staff/reconciliation/export': {
    who: 'staff:financeReading',
    confirm: true,
    summary: '导出对账差异为 XLSX，条件和顺序与列表相同',
    ...registerExport(differenceFilters),
    example: { state: 'open' },
  },
  'GET /staff/reconciliation/bills': {
    who: 'staff:financeReading',
    summary: '最近三十天读到的对账单：笔数、收款、退款、支付机构的手续费、差异',
    input: nothing,
    output: z.array(
      z.object({
        id: z.int(),
        day: z.string(),
        providerName: z.string(),
        lines: z.int(),
        paid: z.number(),
        refunded: z.number(),
        fee: z.number(),
        differences: z.int(),
      }),
    ),
  },
  'POST /staff/reconciliation/resolve': {
    who: 'staff:finance',
    summary: '把一条对账差异标为已处理，写明查清的情况',
    input: z.object({ id: int, note: text(200).refine(Boolean, '请写明查清的情况') }),
    output: z.object({ id: z.int(), state, stateName: z.string() }),
    example: { id: 1, note: '已与支付机构核对，次日到账' },
  },
} as const satisfies Contract
