import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { code, int } from '#lib/form/fields.ts'
import { page, paging } from '#lib/paging.ts'
import { bulkIds, bulkResults } from '#lib/register/bulkContract.ts'
import { exportInput, registerInput, registerPage } from '#lib/register/registerContract.ts'
import { paperFailureFilters } from '../paperFailureFilters.ts'
import { automaticPapers, failureStates, paperStates } from '../paperWords.ts'

const paper = z.enum(automaticPapers)
const failure = z.object({
  id: z.int(),
  paper,
  paperName: z.string(),
  /** Id in the register of receivables. */
  receivableId: z.int(),
  kindName: z.string(),
  payer: z.string(),
  about: z.string(),
  amount: z.number(),
  problem: z.string(),
  attempts: z.int(),
  failedTime: z.string(),
  /** Time of the next attempt; null: left to the cashier. */
  retryTime: z.string().nullable(),
  state: z.enum(failureStates),
  stateName: z.string(),
})
export type PaperFailureRow = z.infer<typeof failure>

export const paperFailureContract = {
  'GET /staff/paperFailure/list': {
    who: 'staff:financeReading',
    summary: '没有自动开成的收据和电子票据及其原因：稍后自动再试的，和多次不成、待财务处理的',
    input: z.object({ ...registerInput(paperFailureFilters), ...paging }),
    output: registerPage(failure),
    example: { state: 'left', pageNum: 1 },
  },
  'GET /staff/paperFailure/export': {
    who: 'staff:financeReading',
    confirm: true,
    summary: '导出没有自动开成的票据为 XLSX，条件和顺序与列表相同',
    input: z.object(exportInput(paperFailureFilters)),
    output: 'file',
    example: { state: 'left' },
  },
  'POST /staff/paperFailure/retry': {
    tells: true,
    who: 'staff:finance',
    confirm: true,
    summary: '立即再开一次没有自动开成的票据，逐笔说明结果',
    input: z.object({ ids: bulkIds }),
    output: bulkResults,
    example: { ids: [1, 2] },
  },
} as const satisfies Contract

/** Papers of one payment; `words`: what there is, or when it comes. */
export const ownPapers = z.array(
  z.object({ paper, paperName: z.string(), state: z.enum(paperStates), number: z.string(), words: z.string() }),
)

export const ownPapersContract = {
  'GET /member/paper/list': {
    who: 'member',
    summary: '自己已到账的款项，各有哪些票据、何时开具（words），新的在前；可按种类，以及款项在该种类里的编号筛选',
    input: z.object({ kind: code.optional(), payableId: int.optional(), ...paging }),
    output: page(
      z.object({
        id: z.int(),
        kind: z.string(),
        kindName: z.string(),
        /** Id within its kind. */
        payableId: z.int(),
        about: z.string(),
        /** Received amount less refunds. */
        amount: z.number(),
        paidOn: z.string().nullable(),
        papers: ownPapers,
      }),
    ),
    example: { kind: 'memberFee', pageNum: 1 },
  },
} as const satisfies Contract
