/**
 * Sums of indicators as people type them in a rule: `a + b - 0.5*c`, `stock@prev + made - sold`, `sold@year * 3`. `@prev` is
 * the period before, `@year` the same period a year before.
 */
export type At = 'now' | 'prev' | 'year'
type Term = { factor: number; code: string; at: At }
export type Expression = { terms: Term[]; constant: number }

const NUMBER = /^\d+(\.\d+)?$/
const CELL = /^([a-z][a-z0-9_]{0,29})(@(prev|year))?$/

/** Reads an expression over these indicators; answers what is wrong with it as a sentence. */
export function parseExpression(typed: string, codes: readonly string[]): Expression | string {
  const text = typed
    .replace(/[＋﹢]/g, '+')
    .replace(/[－﹣−]/g, '-')
    .replace(/[×＊]/g, '*')
    .replace(/\s+/g, '')
  if (!text) return '请填写'
  if (text.length > 300) return '过长'
  const found: Expression = { terms: [], constant: 0 }
  const parts = text.match(/[+-]?[^+-]+/g) ?? []
  if (parts.join('') !== text) return `不能理解“${typed}”，例如 a + b - 0.5*c`
  for (const part of parts) {
    const sign = part.startsWith('-') ? -1 : 1
    let factor = sign
    let cell: Omit<Term, 'factor'> | undefined
    for (const word of part.replace(/^[+-]/, '').split('*')) {
      const match = word.match(CELL)
      if (NUMBER.test(word)) factor *= Number(word)
      else if (match && !cell) cell = { code: match[1]!, at: (match[3] as At | undefined) ?? 'now' }
      else return `不能理解“${part}”，例如 a + b - 0.5*c`
    }
    if (cell && !codes.includes(cell.code)) return `没有指标“${cell.code}”，可以用的有：${codes.join('、')}`
    if (cell) found.terms.push({ ...cell, factor })
    else found.constant += factor
  }
  return found
}

export type Cells = Readonly<Record<string, number | null | undefined>>

/** The value, or undefined where a cell that it needs is empty. */
export function evaluate({ terms, constant }: Expression, cells: Readonly<Record<At, Cells>>): number | undefined {
  let sum = constant
  for (const { factor, code, at } of terms) {
    const value = cells[at][code]
    if (value === null || value === undefined) return undefined
    sum += factor * value
  }
  return sum
}
