import { optionsOf, type RegisterFilters } from '#lib/register/register.ts'
import { ageNames, owedStateNames } from './receivableWords.ts'

/** What narrows the register of all that is owed. */
export const receivableFilters = {
  /** Part of a name, of what it is for or of a number. */
  key: { kind: 'text', label: '单位、编号或款项' },
  kind: { kind: 'code', label: '种类' },
  state: { kind: 'choice', label: '状态', options: [{ code: 'open', name: '未收回' }, ...optionsOf(owedStateNames)] },
  overdue: { kind: 'flag', label: '已逾期' },
  age: { kind: 'choice', label: '账龄', options: optionsOf(ageNames) },
  provinceCode: { kind: 'region', label: '地区' },
  /** The whole name. */
  payer: { kind: 'text', label: '缴费人全名' },
  raisedFrom: { kind: 'day', label: '应收从' },
  raisedTo: { kind: 'day', label: '应收至' },
  confirmedFrom: { kind: 'day', label: '到账从' },
  confirmedTo: { kind: 'day', label: '到账至' },
} as const satisfies RegisterFilters
