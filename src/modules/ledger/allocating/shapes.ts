import { z } from 'zod'
import { int, text } from '#lib/form/fields.ts'

/** Largest number of receivables that one payment is given to at once. */
const MAX_SHARES = 100

/** A receivable: `payable` is its kind, `about` its description, `open` what is still to be paid of it. */
export const owed = z.object({
  payable: z.string(),
  payableId: z.int(),
  receivableId: z.int(),
  kindName: z.string(),
  name: z.string(),
  number: z.string(),
  about: z.string(),
  amount: z.number(),
  open: z.number(),
  stateName: z.string(),
  route: z.string(),
})

/** An amount in yuan with at most two decimals. */
export const yuan = z
  .number('应为数字')
  .positive('应大于零')
  .max(1_000_000_000, '不能超过十亿元')
  .refine(value => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, '最多两位小数')

/** What a payment gives to which receivables; the rest of it is kept as a credit. */
export const shares = z
  .array(z.object({ payable: text(40).min(1, '请选择款项'), payableId: int, amount: yuan }), '请选择款项')
  .max(MAX_SHARES, `一次最多核销 ${MAX_SHARES} 笔`)
