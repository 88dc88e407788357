import { choice, day, number, type RegisterFilters, seldom, text } from '#lib/register/register.ts'
import { letterKindNames, letterStateNames } from './letterWords.ts'

/** Filters of the register of letters. */
export const letterFilters = {
  /** Part of a number, of the payer's name, of the address or of the note of its dispatch. */
  key: text('编号、单位、地址或寄递单号'),
  kind: choice('函件', letterKindNames),
  state: choice('状态', letterStateNames),
  batchId: seldom(number('打印批次')),
  printedFrom: day('打印从'),
  printedTo: day('打印至'),
  dispatchedFrom: seldom(day('寄发从')),
  dispatchedTo: seldom(day('寄发至')),
} satisfies RegisterFilters
