import { z } from 'zod'

/** An amount in yuan, to the fen, that may be nothing; accepts the text form of a query string. */
export const amountOrNothing = z.coerce
  .number<number | string>('应为金额')
  .min(0, '不能小于 0')
  .max(9_999_999_999, '金额过大')
  .refine(yuan => Math.abs(yuan * 100 - Math.round(yuan * 100)) < 1e-4, '最多两位小数')

/** A positive amount in yuan. */
export const amountOfMoney = amountOrNothing.refine(yuan => yuan > 0, '应大于 0')
