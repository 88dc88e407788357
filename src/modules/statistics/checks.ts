import { type At, type Cells, evaluate, parseExpression } from './expressions.ts'

/** An indicator of a form, with the bounds within which a value is plausible. */
export type CheckedIndicator = {
  code: string
  name: string
  unit: string
  isRequired: boolean
  /** Digits after the point. */
  decimals: number
  mayBeNegative: boolean
  low: number | null
  high: number | null
  /** How many times the value of the period before is still plausible, upwards and downwards; null: any. */
  times: number | null
}
export const relations = { eq: '等于', le: '不大于', ge: '不小于' } as const
export type Relation = keyof typeof relations
/** `isStrict`: what breaks it cannot be handed in; otherwise the reporter explains it. */
export type Rule = { name: string; left: string; relation: Relation; right: string; isStrict: boolean }

/**
 * What a report breaks. `key` is the same as long as the same rule is broken at the same cell, so that an explanation stays
 * with it; `isStrict` cannot be explained.
 */
export type Fault = { key: string; code: string; message: string; isStrict: boolean }

const UNIT_FACTORS = [10, 100, 1_000, 10_000]
/** How far the ratio may be from a power of ten to be taken for a wrong unit. */
const UNIT_TOLERANCE = 0.5

export const formatNumber = (value: number) => value.toLocaleString('zh-CN', { maximumFractionDigits: 6 })

/** Power of ten by which a value seems to be in the wrong unit: about 1,000 times what it was, or a thousandth. */
export function wrongUnit(now: number, before: number): number | undefined {
  if (now <= 0 || before <= 0) return undefined
  const ratio = now > before ? now / before : before / now
  return UNIT_FACTORS.findLast(
    factor => factor >= 100 && ratio >= factor * UNIT_TOLERANCE && ratio <= factor / UNIT_TOLERANCE,
  )
}

/** Holds the cells of a report against bounds, the periods before, and the rules of the form. */
export function checkReport(
  indicators: readonly CheckedIndicator[],
  rules: readonly Rule[],
  cells: Readonly<Record<At, Cells>>,
): Fault[] {
  const faults = indicators.flatMap(of => checkCell(of, cells))
  const codes = indicators.map(({ code }) => code)
  for (const [i, { name, left, relation, right, isStrict }] of rules.entries()) {
    const [a, b] = [parseExpression(left, codes), parseExpression(right, codes)]
    if (typeof a === 'string' || typeof b === 'string') continue
    const [one, other] = [evaluate(a, cells), evaluate(b, cells)]
    if (one === undefined || other === undefined) continue
    // Sums of decimals are compared as they are written, not as they are stored.
    const difference = one - other
    const slack = 1e-9 * Math.max(1, Math.abs(one), Math.abs(other))
    const isKept =
      relation === 'eq' ? Math.abs(difference) <= slack : relation === 'le' ? difference <= slack : difference >= -slack
    if (isKept) continue
    const at = [...a.terms, ...b.terms].find(term => term.at === 'now')
    faults.push({
      key: `rule ${left} ${relation} ${right}`,
      code: at?.code ?? codes[0]!,
      message: `${name || `规则 ${i + 1}`}：左边是 ${formatNumber(one)}，应${relations[relation]} ${formatNumber(other)}`,
      isStrict,
    })
  }
  return faults
}

function checkCell(of: CheckedIndicator, cells: Readonly<Record<At, Cells>>): Fault[] {
  const { code, name, unit, decimals, low, high, times } = of
  const value = cells.now[code]
  const fault = (kind: string, message: string, isStrict = false): Fault => ({
    key: `${kind} ${code}`,
    code,
    message,
    isStrict,
  })
  if (value === null || value === undefined)
    return of.isRequired ? [fault('empty', `请填写${name}；没有发生的填 0`, true)] : []
  if (!Number.isFinite(value) || Math.abs(value) > MAX_VALUE) return [fault('number', '数值过大', true)]
  if (value < 0 && !of.mayBeNegative) return [fault('negative', '不能是负数', true)]
  if (Number(value.toFixed(decimals)) !== value)
    return [fault('decimals', decimals === 0 ? '应为整数' : `最多 ${decimals} 位小数`, true)]
  const found: Fault[] = []
  if (low !== null && value < low) found.push(fault('low', `低于通常的下限 ${formatNumber(low)} ${unit}`))
  if (high !== null && value > high) found.push(fault('high', `高于通常的上限 ${formatNumber(high)} ${unit}`))
  for (const [at, called] of [
    ['prev', '上期'],
    ['year', '去年同期'],
  ] as const) {
    const before = cells[at][code]
    if (times === null || before === null || before === undefined) continue
    const factor = wrongUnit(value, before)
    if (factor)
      found.push(
        fault(
          `unit-${at}`,
          `约为${called} ${formatNumber(before)} 的 ${value > before ? `${formatNumber(factor)} 倍` : `1/${formatNumber(factor)}`}，请核对单位是否为“${unit}”`,
        ),
      )
    else if (isJump(value, before, times))
      found.push(
        fault(`change-${at}`, `${called}为 ${formatNumber(before)} ${unit}，变化超过 ${formatNumber(times)} 倍`),
      )
  }
  return found
}

/** Greatest absolute value of a cell. */
export const MAX_VALUE = 1e12

function isJump(value: number, before: number, times: number): boolean {
  if (value === before) return false
  // From nothing to something, or to nothing, or over zero: no ratio says how much that is.
  if (value <= 0 || before <= 0) return true
  return value > before * times || value * times < before
}
