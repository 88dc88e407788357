import { isRefusal } from './error.ts'

/** Parameter of an address that was refused: the page is shown without it, and says so. */
export type IgnoredParameter = { name: string; value: string; reason: string }

/** The given parameters that a call refused; none where it was refused for another reason. */
export function refusedParameters(error: unknown, given: (name: string) => unknown): IgnoredParameter[] {
  if (!isRefusal(error) || error.code !== 400) return []
  return Object.entries(error.fields ?? {}).flatMap(([field, reason]) => {
    // Of a list, the single value is named: `kinds.0`.
    const name = field.split('.')[0]!
    const value = given(name)
    return value === undefined || value === null ? [] : { name, value: [value].flat().join('、'), reason }
  })
}

const MAX_VALUE_LENGTH = 30

/** Says what was ignored: 地址中的 year=abc 无法识别（应为正整数），没有按它筛选. */
export function ignoredWords(ignored: readonly IgnoredParameter[]): string {
  const each = ignored.map(({ name, value, reason }) => `${name}=${shortened(value)}（${reason}）`)
  return `地址中的 ${each.join('、')} 无法识别，没有按它筛选`
}

const shortened = (value: string) => {
  const signs = [...value]
  return signs.length > MAX_VALUE_LENGTH ? `${signs.slice(0, MAX_VALUE_LENGTH).join('')}…` : value
}
