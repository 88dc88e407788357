import { expect } from 'vitest'
import { populations } from '../../src/modules/statistics/polytope.ts'
import { makeTables, rowsOf } from '../../src/modules/statistics/releaseTables.ts'
import type { ReleasedTables } from '../../src/modules/statistics/statisticsWords.ts'
import { exposed, sensitivity } from '../../src/modules/statistics/suppression.ts'
import { given, INDICATORS, LIMITS } from './reportingYear.ts'

export const same = {
  total: (key: string) => key,
  trade: (key: string) => key,
  region: (key: string) => key,
  size: (key: string) => key,
  tradeSize: (key: string) => key,
}
export const cellOf = (of: ReleasedTables, table: string, key: string, code: string) =>
  of.tables.find(one => one.code === table)!.rows.find(row => row.key === key)!.cells[code]!

/** Attacks the release of a period with all its published sums at once. */
export function expectSafeRelease(period: string): void {
  const of = given(period)
  const { rows } = rowsOf(of.companies)
  const { tables, withheld } = makeTables(of, same, { asked: of.companies.length, missing: 0 })
  for (const { code } of INDICATORS) {
    const published = rows.filter(({ key }) => !withheld[code]!.includes(key))
    const sums = published.map(({ members }) => members)
    // As an attacker: solve the published equations for each withheld sum, in floating point, by another algorithm.
    const solve = solver(sums, of.companies.length)
    for (const { key, members } of rows)
      if (withheld[code]!.includes(key)) expect(solve(members), `${period} ${code} ${key}`).toBe(false)
    const { open, tied } = exposed(sums, of.companies.length)
    expect([open, tied]).toEqual([[], []])
    const values = of.companies.map(({ values }) => values[code]!)
    const find = populations(sums, values)
    for (const { key, members, table, row } of rows) {
      const shown = cellOf(tables, table, row, code)
      const isWithheld = withheld[code]!.includes(key)
      expect(shown.isWithheld).toBe(isWithheld)
      expect(shown.value).toBe(isWithheld ? null : members.reduce((sum, at) => sum + values[at]!, 0))
      if (!isWithheld || !sensitivity(members, values, LIMITS)) continue
      const sum = members.reduce((all, at) => all + values[at]!, 0)
      for (const sign of [1, -1] as const) expect(find(members, sign, sum * (1 + sign * 0.1)), key).toBeDefined()
    }
    expect(withheld[code]!.length).toBeGreaterThan(0)
    expect(withheld[code]!).not.toContain('total ')
    // Safety that publishes nothing would be easy.
    expect(withheld[code]!.length).toBeLessThan(rows.length / 2)
  }
}

/** Whether a 0/1 combination lies in the span of the equations: by orthogonalisation, which shares nothing with the program. */
function solver(sums: readonly (readonly number[])[], length: number) {
  const vectorOf = (members: readonly number[]) => {
    const vector = new Array<number>(length).fill(0)
    for (const at of members) vector[at] = 1
    return vector
  }
  const dot = (a: number[], b: number[]) => a.reduce((sum, value, i) => sum + value * b[i]!, 0)
  const basis: number[][] = []
  const rest = (vector: number[]) => {
    let left = vector
    // Twice, since one pass loses digits.
    for (let pass = 0; pass < 2; pass++)
      for (const unit of basis) {
        const along = dot(left, unit)
        left = left.map((value, i) => value - along * unit[i]!)
      }
    return left
  }
  for (const members of sums) {
    const left = rest(vectorOf(members))
    const size = Math.sqrt(dot(left, left))
    if (size > 1e-7) basis.push(left.map(value => value / size))
  }
  return (members: readonly number[]) => {
    const left = rest(vectorOf(members))
    return Math.sqrt(dot(left, left)) < 1e-7
  }
}
