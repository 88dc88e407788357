import { z } from 'zod'

/** A positive amount in yuan, to the fen; accepts the text form of a query string. */
export const amountOfMoney = z.coerce
  .number<number | string>('应为金额')
  .min(0.01, '应大于 0')
  .max(9_999_999_999, '金额过大')
  .refine(yuan => Math.abs(yuan * 100 - Math.round(yuan * 100)) < 1e-4, '最多两位小数')
