import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { type FormValues, rowsIn } from '#lib/form/form.ts'
import type { Tone } from '#ui/Tag.tsx'

export type ConditionsLevel = Output<ApiContract['GET /qualification/eligibility']>['levels'][number]
export type Condition = ConditionsLevel['items'][number]
type ConditionStatus = { tone: Tone; words: string }

/** If no people of the company are registered, the number of missing people is unknown. */
export const conditionsOf = ({ items }: ConditionsLevel, people: number): Condition[] =>
  people > 0 ? items : items.map(item => (/^(capital|works)$/.test(item.what) ? item : { ...item, have: null }))

/** Enough today may not be enough when those whose certificates end are no longer counted. */
export function conditionStatus({ have, needed, isMet, unit, expiring }: Condition): ConditionStatus {
  if (have === null) return { tone: 'plain', words: '申请表中填写' }
  if (!isMet) return { tone: 'bad', words: `缺 ${needed - have} ${unit}` }
  return have - expiring.length < needed ? { tone: 'warn', words: '临期后不足' } : { tone: 'good', words: '满足' }
}

export function levelStatus(items: readonly Condition[]): ConditionStatus {
  const all = items.map(item => conditionStatus(item).tone)
  const missing = all.filter(tone => tone === 'bad').length
  if (missing) return { tone: 'bad', words: `${missing} 项不足` }
  if (all.includes('warn')) return { tone: 'warn', words: '有证书临期' }
  if (all.includes('good')) return { tone: 'good', words: '登记的条件满足' }
  return { tone: 'plain', words: items.length ? '由申请表说明' : '没有数量要求' }
}

/** Fills in numbers that the register lacks from the application form. */
export function withFormValue(item: Condition, values: FormValues): Condition {
  if (item.have !== null) return item
  const have = formValueOf(item.what, values)
  if (have === undefined) return item
  const sentence = `需要 ${item.needed} ${item.unit}，申请表中填写了 ${have} ${item.unit}`
  return { ...item, have, isMet: have >= item.needed, sentence }
}

function formValueOf(what: string, values: FormValues): number | undefined {
  if (what === 'capital') return Number(values.registeredCapital) || undefined
  if (what === 'works' && values.performances)
    return rowsIn(values, 'performances').filter(row => Object.values(row).some(Boolean)).length
}
