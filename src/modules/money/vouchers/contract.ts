import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { month, nothing, text } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { voucherFormats } from './voucherForm.ts'

const line = z.object({
  summary: z.string(),
  code: z.string(),
  name: z.string(),
  debit: z.number(),
  credit: z.number(),
})

export const voucherContract = {
  'GET /staff/voucher/settings': {
    who: 'staff:financeReading',
    summary: '记账凭证的设置：凭证字、张数，收款与各种收入记入的科目',
    input: nothing,
    output: z.object({ fields: z.array(formField), values: formValues, version: z.string() }),
  },
  'POST /staff/voucher/settings': {
    who: 'staff:finance',
    summary: '保存记账凭证的设置',
    input: z.object({ version: text(20), form: formInput }),
    output: z.object({ version: z.string() }),
    example: { version: 'x', form: { word: '记', split: 'day', line: '1002 银行存款', slip: '1001 现金' } },
  },
  'GET /staff/voucher/list': {
    who: 'staff:financeReading',
    summary: '一个月的日结将成为哪些记账凭证：借贷各多少，还有几天未日结',
    input: z.object({ month: month.optional() }),
    output: z.object({
      month: z.string(),
      vouchers: z.array(z.object({ number: z.int(), day: z.string(), attachments: z.int(), lines: z.array(line) })),
      /** Vouchers in all: the list names the first ones. */
      total: z.int(),
      debit: z.number(),
      credit: z.number(),
      unclosed: z.int(),
    }),
    example: { month: '2026-11' },
  },
  'GET /staff/voucher/export': {
    who: 'staff:financeReading',
    confirm: true,
    summary: '一个月的记账凭证为 XLSX，按用友或金蝶引入凭证的栏目',
    input: z.object({
      month: month.optional(),
      format: z.enum(voucherFormats, `应为 ${voucherFormats.join(' 或 ')}`).default('yonyou'),
    }),
    output: 'file',
    example: { month: '2026-11', format: 'kingdee' },
  },
} as const satisfies Contract
