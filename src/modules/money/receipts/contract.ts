import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, text } from '#lib/form/fields.ts'
import { page, paging } from '#lib/paging.ts'
import { bulkIds, bulkResults } from '#lib/register/bulkContract.ts'
import { exportInput, registerInput, registerPage } from '#lib/register/registerContract.ts'
import { listing, type RecordType, siteRecord } from '#modules/settings/records.ts'
import { receiptFilters } from '../receiptFilters.ts'
import { receiptStates } from '../receiptWords.ts'

const state = z.enum(receiptStates)
const row = z.object({
  id: z.int(),
  number: z.string(),
  seriesId: z.int(),
  seriesName: z.string(),
  /** Id in the register of receivables. */
  receivableId: z.int(),
  kind: z.string(),
  kindName: z.string(),
  payer: z.string(),
  about: z.string(),
  amount: z.number(),
  paidOn: z.string().nullable(),
  issuedOn: z.string(),
  issuedName: z.string(),
  state,
  stateName: z.string(),
  voidedName: z.string(),
  voidedTime: z.string().nullable(),
  voidReason: z.string(),
})

export type ReceiptRow = z.infer<typeof row>

export const receiptRecords = {
  receiptSeries: {
    who: 'staff:finance',
    readBy: 'staff:financeReading',
    called: '收据系列',
    /** `automaticFrom`: day from which receipts are issued without a press. */
    list: listing(siteRecord.extend({ next: z.string(), automaticFrom: z.string().nullable() })),
  },
} as const satisfies Record<string, RecordType>

export const receiptContract = {
  'POST /staff/receipt/issue': {
    tells: true,
    who: 'staff:finance',
    confirm: true,
    summary: '给已到账的款项开收据，ids 为应收款项的编号；号码连续，逐笔说明结果，缴费人收到消息',
    input: z.object({ ids: bulkIds, seriesId: int }),
    output: bulkResults,
    example: { ids: [11, 21], seriesId: 1 },
  },
  'POST /staff/receipt/void': {
    tells: true,
    who: 'staff:finance',
    confirm: true,
    summary: '作废一张收据，写明原因；号码保留，不再使用，款项可以重新开收据',
    input: z.object({ id: int, reason: text(200).refine(Boolean, '请填写原因') }),
    output: z.object({ id: z.int(), state, stateName: z.string() }),
    example: { id: 1, reason: '抬头有误' },
  },
  'GET /staff/receipt/list': {
    who: 'staff:financeReading',
    summary: '全部收据，新的在前；按系列、种类、状态、缴费人和开具日期筛选',
    input: z.object({ ...registerInput(receiptFilters), ...paging }),
    output: registerPage(row),
    example: { state: 'valid', pageNum: 1 },
  },
  'GET /staff/receipt/export': {
    who: 'staff:financeReading',
    confirm: true,
    summary: '导出收据为 XLSX，条件和顺序与列表相同',
    input: z.object(exportInput(receiptFilters)),
    output: 'file',
    example: { state: 'valid' },
  },
  'GET /staff/receipt/detail': {
    who: 'staff:financeReading',
    summary: '一张收据',
    input: z.object({ id: int }),
    output: row.extend({ capitals: z.string() }),
    example: { id: 1 },
  },
  'GET /staff/receipt/file': {
    who: 'staff:financeReading',
    summary: '一张收据的 PDF；作废的标明',
    input: z.object({ id: int }),
    output: 'file',
    example: { id: 1 },
  },
} as const satisfies Contract

export const ownReceiptsContract = {
  'GET /member/receipt/list': {
    who: 'member',
    summary: '自己的收据，新的在前；作废的标明',
    input: z.object(paging),
    output: page(
      z.object({
        id: z.int(),
        number: z.string(),
        kindName: z.string(),
        about: z.string(),
        amount: z.number(),
        issuedOn: z.string(),
        state,
        stateName: z.string(),
      }),
    ),
    example: { pageNum: 1 },
  },
  'GET /member/receipt/file': {
    who: 'member',
    summary: '自己的一张收据的 PDF',
    input: z.object({ id: int }),
    output: 'file',
    example: { id: 1 },
  },
} as const satisfies Contract
