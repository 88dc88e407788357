import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int } from '#lib/form/fields.ts'
import { page, paging } from '#lib/paging.ts'
import { storedFile } from '#modules/files/contract.ts'
import { MOST_ROWS, rowStates } from './batchWords.ts'

const files = { sheetId: int, zipId: int }
const row = z.object({
  row: z.int(),
  number: z.string(),
  title: z.string(),
  amount: z.number(),
  issuedOn: z.string(),
  state: z.enum(rowStates),
  stateName: z.string(),
  /** Why, or what it was matched by. */
  note: z.string(),
  fileName: z.string(),
  record: z.object({ id: z.int(), kindName: z.string(), payer: z.string(), about: z.string() }).nullable(),
})

export type BatchRow = z.infer<typeof row>

export const invoiceBatchContract = {
  'GET /staff/invoiceBatch/check': {
    who: 'staff:finance',
    summary: `核对税务平台导出的发票清单（XLSX）与发票文件（ZIP 内的 PDF、OFD，文件名含发票号码），不写入；一次最多 ${MOST_ROWS} 张`,
    input: z.object(files),
    output: z.object({
      rows: z.array(row),
      ready: z.int(),
      /** Files that no row names. */
      others: z.array(z.string()),
    }),
    example: { sheetId: 1, zipId: 2 },
  },
  'POST /staff/invoiceBatch/take': {
    who: 'staff:finance',
    confirm: true,
    summary: '登记核对无误的发票：文件随消息发给缴费人；expected 为先前看到的张数，逐张说明结果',
    input: z.object({ ...files, expected: int }),
    output: z.array(
      z.object({ row: z.int(), number: z.string(), title: z.string(), done: z.boolean(), msg: z.string() }),
    ),
    example: { sheetId: 1, zipId: 2, expected: 80 },
  },
} as const satisfies Contract

export const ownInvoicesContract = {
  'GET /member/invoice/list': {
    who: 'member',
    summary: '自己的票据与发票：会费、评审费、广告费、培训费，新的在前',
    input: z.object(paging),
    output: page(
      z.object({
        id: z.int(),
        kindName: z.string(),
        about: z.string(),
        amount: z.number(),
        title: z.string(),
        number: z.string(),
        issuedOn: z.string().nullable(),
        file: storedFile.nullable(),
      }),
    ),
    example: { pageNum: 1 },
  },
} as const satisfies Contract
