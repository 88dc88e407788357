import { choice, code, day, type RegisterFilters, text } from '#lib/register/register.ts'
import { colourNames, eInvoiceStateNames, paperNames } from './eInvoiceWords.ts'

/** Filters of the register of e-invoices. */
export const eInvoiceFilters = {
  /** Part of a number, of a title or of what it is for. */
  key: text('号码、抬头或款项'),
  paper: choice('票种', paperNames),
  colour: choice('蓝红', colourNames),
  kind: code('种类'),
  state: choice('状态', eInvoiceStateNames),
  issuedFrom: day('开具从'),
  issuedTo: day('开具至'),
} satisfies RegisterFilters
