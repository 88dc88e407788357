import { choice, code, day, flag, type RegisterFilters, region, seldom, text } from '#lib/register/register.ts'
import { ageNames, owedStateNames } from './receivableWords.ts'

/** Filters of the register of receivables. */
export const receivableFilters = {
  /** Part of a name, of what it is for or of a number. */
  key: text('单位、编号或款项'),
  kind: code('种类'),
  state: choice('状态', { open: '未收回', ...owedStateNames }),
  refunded: seldom(flag('有退款')),
  receipted: seldom(flag('已开收据')),
  overdue: seldom(flag('已逾期')),
  age: choice('账龄', ageNames),
  provinceCode: region('地区'),
  /** The whole name. */
  payer: seldom(text('缴费人全名')),
  raisedFrom: seldom(day('应收从')),
  raisedTo: seldom(day('应收至')),
  confirmedFrom: seldom(day('到账从')),
  confirmedTo: seldom(day('到账至')),
} satisfies RegisterFilters
