import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, day, fileOf, int, text } from '#lib/form/fields.ts'
import { page, paging } from '#lib/paging.ts'
import { bulkIds, bulkResults } from '#lib/register/bulkContract.ts'
import { exportInput, registerExport, registerList } from '#lib/register/registerContract.ts'
import { letterFilters } from '../letterFilters.ts'
import { batchStates, letterKinds, letterStates, MAX_LISTED_PAYERS } from '../letterWords.ts'
import { receivableFilters } from '../receivableFilters.ts'

const letter = z.enum(letterKinds, '应为 notice 或 reminder')
const { sort: _, columns: __, ...whichReceivables } = exportInput(receivableFilters)
const note = text(200)
const reason = text(200).refine(Boolean, '请填写原因')

const payer = z.object({
  /** Names the payer in `addresses`. */
  key: z.string(),
  name: z.string(),
  /** Page of the payer's record, or of the receivable where there is none. */
  route: z.string(),
  receivables: z.int(),
  amount: z.number(),
})
const payersOf = <Shape extends z.ZodRawShape>(more: Shape) =>
  z.object({ count: z.int(), list: z.array(payer.extend(more)) })

export const letterRow = z.object({
  id: z.int(),
  number: z.string(),
  kind: letter,
  kindName: z.string(),
  batchId: z.int(),
  payer: z.string(),
  receivables: z.int(),
  total: z.number(),
  postcode: z.string(),
  address: z.string(),
  state: z.enum(letterStates),
  stateName: z.string(),
  printedTime: z.string(),
  printedName: z.string(),
  dispatchedOn: z.string().nullable(),
  dispatchNote: z.string(),
  returnedOn: z.string().nullable(),
  returnReason: z.string(),
  voidReason: z.string(),
})
export type PaymentLetterRow = z.infer<typeof letterRow>

const batch = z.object({
  id: z.int(),
  kind: letter,
  kindName: z.string(),
  count: z.int(),
  total: z.number(),
  payBy: z.string(),
  state: z.enum(batchStates),
  stateName: z.string(),
  /** Letters set so far. */
  progress: z.int(),
  /** Why it failed. */
  reason: z.string(),
  hasFile: z.boolean(),
  createdName: z.string(),
  createdTime: z.string(),
})

export const letterContract = {
  'GET /staff/letter/preview': {
    who: 'staff:financeReading',
    summary: '打印缴费通知书或催缴函以前：会有几封、给几个缴费人，哪些款项不在其中，谁没有地址、没有电话和邮箱、退过信',
    input: z.object({ ...whichReceivables, letter }),
    output: z.object({
      /** Why no letter can be printed at all; empty: nothing stands in the way. */
      problem: z.string(),
      letters: z.int(),
      payers: z.int(),
      receivables: z.int(),
      amount: z.number(),
      /** Receivables that are left out: settled or cancelled; claimed by a slip; for a reminder, not due yet. */
      settled: z.int(),
      claimed: z.int(),
      notDue: z.int(),
      /** Payers who get no letter unless an address is given. */
      withoutAddress: payersOf({ isReachable: z.boolean() }),
      /** Payers without mobile and e-mail: nothing but a letter reaches them. */
      unreachable: payersOf({ hasAddress: z.boolean() }),
      /** Payers whose last letter came back from the address that it would have again. */
      returned: payersOf({ returnedOn: z.string() }),
    }),
    example: { letter: 'reminder', overdue: 'yes' },
  },
  'POST /staff/letter/print': {
    who: 'staff:finance',
    confirm: true,
    summary:
      '按筛选（或 ids 为所选的应收款项）给每个缴费人编一封缴费通知书或催缴函；expected 为预览中的封数，另给地址的计入。文件随后在后台生成',
    input: z.object({
      ...whichReceivables,
      letter,
      payBy: day,
      expected: z.int('应为封数').min(1, '没有可打印的函件'),
      /** Addresses of payers without one, by the `key` of the preview. */
      addresses: z
        .array(
          z.object({
            key: text(40),
            postcode: text(6).regex(/^(\d{6})?$/, '邮政编码应为 6 位数字'),
            address: text(100).refine(Boolean, '请填写地址'),
          }),
        )
        .max(MAX_LISTED_PAYERS, `一次最多补 ${MAX_LISTED_PAYERS} 个地址`)
        .default([]),
    }),
    /** `letterId`: of the only one; several come as one file of their batch. */
    output: z.object({
      batchId: z.int(),
      letters: z.int(),
      first: z.string(),
      last: z.string(),
      letterId: z.int().nullable(),
    }),
    example: { ids: '11', letter: 'notice', payBy: '2026-12-31', expected: 1 },
  },
  'GET /staff/letter/list': {
    who: 'staff:financeReading',
    summary: '全部缴费通知书和催缴函，新的在前；按函件、状态、批次、打印与寄发的日期筛选',
    ...registerList(letterFilters, letterRow),
    example: { state: 'printed', pageNum: 1 },
  },
  'GET /staff/letter/export': {
    who: 'staff:financeReading',
    confirm: true,
    summary: '导出缴费通知书和催缴函为 XLSX，条件和顺序与列表相同',
    ...registerExport(letterFilters),
    example: { state: 'returned' },
  },
  'GET /staff/letter/detail': {
    who: 'staff:financeReading',
    summary: '一封函件：所列款项（打印时的，和现在的状态）、地址、寄发',
    input: byId,
    output: letterRow.extend({
      attention: z.string(),
      payBy: z.string(),
      rows: z.array(
        z.object({
          receivableId: z.int(),
          kindName: z.string(),
          about: z.string(),
          number: z.string(),
          amount: z.number(),
          received: z.number(),
          open: z.number(),
          dueOn: z.string(),
          daysLate: z.int(),
          /** State of the receivable today. */
          stateName: z.string(),
        }),
      ),
    }),
    example: { id: 1 },
  },
  'GET /staff/letter/file': {
    who: 'staff:financeReading',
    summary: '一封函件的 PDF，再次打印编号不变；作废的标明',
    ...fileOf,
  },
  'POST /staff/letter/dispatchMany': {
    who: 'staff:finance',
    summary: '登记寄发，写明日期和寄递单号；已登记的更正，退回的为重新寄发',
    input: z.object({ ids: bulkIds, dispatchedOn: day, note }),
    output: bulkResults,
    example: { ids: [1], dispatchedOn: '2026-11-30', note: 'EMS 1234567890' },
  },
  'POST /staff/letter/return': {
    who: 'staff:finance',
    summary: '登记退信，写明日期和原因',
    input: z.object({ id: int, returnedOn: day, reason }),
    output: z.object({ id: z.int(), state: z.enum(letterStates), stateName: z.string() }),
    example: { id: 1, returnedOn: '2026-12-08', reason: '查无此单位' },
  },
  'POST /staff/letter/void': {
    who: 'staff:finance',
    summary: '作废一封函件，写明原因；编号保留，不再使用',
    input: z.object({ id: int, reason }),
    output: z.object({ id: z.int(), state: z.enum(letterStates), stateName: z.string() }),
    example: { id: 1, reason: '地址有误' },
  },
  'GET /staff/letter/batch/list': {
    who: 'staff:financeReading',
    summary: '打印批次，新的在前',
    input: z.object(paging),
    output: page(batch),
    example: { pageNum: 1 },
  },
  'GET /staff/letter/batch/detail': {
    who: 'staff:financeReading',
    passive: true,
    summary: '一个打印批次：文件生成的进度，各状态的函件数',
    input: byId,
    output: batch.extend({
      first: z.string(),
      last: z.string(),
      states: z.array(z.object({ state: z.enum(letterStates), stateName: z.string(), count: z.int() })),
    }),
    example: { id: 1 },
  },
  'GET /staff/letter/batch/file': {
    who: 'staff:financeReading',
    confirm: true,
    isStored: true,
    summary: '一个批次的全部函件，合为一个 PDF，按编号的先后',
    ...fileOf,
  },
  'POST /staff/letter/batch/make': {
    who: 'staff:finance',
    summary: '重新生成一个批次的文件：没有生成、已中断或已清理的；作废的函件不在其中',
    input: byId,
    output: z.object({}),
    example: { id: 1 },
  },
  'POST /staff/letter/batch/dispatch': {
    who: 'staff:finance',
    summary: '整个批次登记寄发：其中待寄发的函件',
    input: z.object({ id: int, dispatchedOn: day, note }),
    output: z.object({ dispatched: z.int() }),
    example: { id: 1, dispatchedOn: '2026-11-30', note: '商函大宗交寄' },
  },
  'POST /staff/letter/batch/void': {
    who: 'staff:finance',
    confirm: true,
    summary: '作废整个批次中待寄发的函件，写明原因；文件还在生成的，随即停止',
    input: z.object({ id: int, reason }),
    output: z.object({ voided: z.int() }),
    example: { id: 1, reason: '选错了年度' },
  },
} as const satisfies Contract
