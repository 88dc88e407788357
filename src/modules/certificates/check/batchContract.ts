import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { day, text } from '#lib/form/fields.ts'
import { certificateStatus } from '../verified.ts'
import { MAX_BATCH_NUMBERS } from './batch.ts'

const numbers = z
  .array(text(60), '应为证书编号的列表')
  .min(1, '请填写证书编号')
  .max(MAX_BATCH_NUMBERS, `一次最多 ${MAX_BATCH_NUMBERS} 个编号，请分几次查验`)
export const on = day.optional()

export const row = z.object({
  /** The number as the caller typed it. */
  number: z.string(),
  /** `notFound` says nothing about a certificate: only that the register has none of that number. */
  status: z.enum([...certificateStatus.options, 'notFound']),
  statusName: z.string(),
  /** Certificate content as it stood on the requested day; the number is spelled as in the register. */
  certificate: z
    .object({
      certNo: z.string(),
      registerName: z.string(),
      holderName: z.string(),
      orgName: z.string(),
      groupName: z.string(),
      kindName: z.string(),
      levelName: z.string(),
      scope: z.string(),
      issueDate: z.string(),
      validFrom: z.string(),
      validTo: z.string().nullable(),
    })
    .nullable(),
  /** Why it is so, what to mind. */
  note: z.string(),
})

const result = z.object({
  /** The day that was asked for, or today. */
  date: z.string(),
  checkedAt: z.string(),
  /** Distinct numbers, in the order of the request. */
  rows: z.array(row),
  /** Given more than once, and how often. */
  repeated: z.array(z.object({ number: z.string(), times: z.int() })),
  /** Proof of this result: sent back to download it as a workbook without counting as a new lookup. */
  receipt: z.string(),
})

export const batchContract = {
  'POST /cert/verify/batch': {
    who: 'anyone',
    summary: `批量核验：一次最多 ${MAX_BATCH_NUMBERS} 个编号，今天或以前某一天；登记库中没有的编号 status 为 notFound。个人姓名只显示首尾`,
    maxBodyKb: 128,
    input: z.object({ numbers, on }),
    output: result,
    example: { numbers: ['CBWA-QX01-A-2025-0012', 'HQ1-2024-32-00018'], on: '2026-01-31' },
  },
  'POST /cert/verify/batch/file': {
    who: 'anyone',
    upload: true,
    summary: `批量核验表格文件（XLSX、XLS、ET 或 CSV）里“证书编号”一列（没有列名时为第一列），最多 ${MAX_BATCH_NUMBERS} 行`,
    limit: { name: 'cert/verify/batch/file', max: 20, per: 600_000 },
    input: z.object({ on }),
    output: result,
  },
  'POST /cert/verify/batch/export': {
    who: 'anyone',
    summary: '批量核验的结果（Excel）；带着上一次核验的 receipt 时不重复计数',
    limit: { name: 'cert/verify/batch/file', max: 20, per: 600_000 },
    maxBodyKb: 128,
    input: z.object({ numbers, on, receipt: text(100).optional() }),
    output: 'file',
    example: { numbers: ['CBWA-QX01-A-2025-0012'], on: '2026-01-31' },
  },
} as const satisfies Contract
