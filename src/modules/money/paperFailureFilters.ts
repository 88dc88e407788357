import { choice, code, type RegisterFilters, text } from '#lib/register/register.ts'
import { automaticPaperNames, failureStateNames } from './paperWords.ts'

/** Filters of the register of papers that could not be issued automatically. */
export const paperFailureFilters = {
  /** Part of the payer's name or of what it was paid for. */
  key: text('单位或款项'),
  paper: choice('票据', automaticPaperNames),
  kind: code('种类'),
  state: choice('状态', failureStateNames),
} satisfies RegisterFilters
