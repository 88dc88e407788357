import { choice, code, type RegisterFilters, text } from '#lib/register/register.ts'
import { invoiceStateNames } from '#modules/ledger/ledgerWords.ts'

const { none: _, ...requested } = invoiceStateNames

/** Filters of the register of invoices that payers ask for. */
export const invoiceFilters = {
  /** Part of a title, of the payer's name, of what it is for, or of a number. */
  key: text('抬头、单位、款项或号码'),
  state: choice('状态', requested),
  kind: code('种类'),
} satisfies RegisterFilters
