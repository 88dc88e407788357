import { choice, code, day, number, type RegisterFilters, text } from '#lib/register/register.ts'
import { receiptStateNames } from './receiptWords.ts'

/** Filters of the register of receipts. */
export const receiptFilters = {
  /** Part of a number, of the payer's name or of what it was paid for. */
  key: text('号码、单位或款项'),
  seriesId: number('系列'),
  kind: code('种类'),
  state: choice('状态', receiptStateNames),
  issuedFrom: day('开具从'),
  issuedTo: day('开具至'),
} satisfies RegisterFilters
