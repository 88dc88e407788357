import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { populations } from './polytope.ts'
import { type Cell, chooseWithheld, exposed, type Limits, type Relation } from './suppression.ts'

const LIMITS: Limits = { minContributors: 3, maxShare: 75, margin: 10 }

type Company = { trade: string; region: string; size: string; value: number }

/** The sums of a release: the whole, by trade, by region, by size, and by trade and size. */
function tablesOf(companies: readonly Company[]) {
  const ids = companies.map((_, i) => i)
  const group = (prefix: string, keyOf: (of: Company) => string): Cell[] =>
    [...Map.groupBy(ids, i => keyOf(companies[i]!))].map(([key, members]) => ({ key: `${prefix} ${key}`, members }))
  const trades = group('trade', of => of.trade)
  const regions = group('region', of => of.region)
  const sizes = group('size', of => of.size)
  const both = group('both', of => `${of.trade} ${of.size}`)
  const keys = (cells: readonly Cell[]) => cells.map(({ key }) => key)
  const relations: Relation[] = [
    ...[trades, regions, sizes].map(children => ({ parent: 'total', children: keys(children) })),
    ...trades.map(({ key }) => ({
      parent: key,
      children: keys(both).filter(one => one.startsWith(`both ${key.slice(6)} `)),
    })),
    ...sizes.map(({ key }) => ({ parent: key, children: keys(both).filter(one => one.endsWith(` ${key.slice(5)}`)) })),
  ]
  return { cells: [{ key: 'total', members: ids }, ...trades, ...regions, ...sizes, ...both], relations }
}

/** Rank by exact fractions, as whole numbers without bounds: another way than the program's. */
function rankOf(rows: readonly (readonly number[])[]): number {
  const left = rows.map(row => row.map(BigInt))
  let rank = 0
  for (let column = 0; column < (left[0]?.length ?? 0); column++) {
    const found = left.findIndex((row, i) => i >= rank && row[column] !== 0n)
    if (found < 0) continue
    ;[left[rank], left[found]] = [left[found]!, left[rank]!]
    for (let i = rank + 1; i < left.length; i++) {
      const [a, b] = [left[rank]![column]!, left[i]![column]!]
      if (b !== 0n) left[i] = left[i]!.map((value, at) => value * a - left[rank]![at]! * b)
    }
    rank++
  }
  return rank
}
const vectorOf = (members: readonly number[], length: number) =>
  Array.from({ length }, (_, i) => (members.includes(i) ? 1 : 0))

const company = fc.record({
  trade: fc.constantFrom('a', 'b', 'c'),
  region: fc.constantFrom('n', 's', 'e', 'w'),
  size: fc.constantFrom('large', 'small'),
  // Few giants among many small ones, and some without anything.
  value: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 50, max: 5_000 }), fc.constant(0)),
})
const companies = fc.array(company, { minLength: 1, maxLength: 14 })

describe('what is published of companies', () => {
  test('gives nobody the value of a company, not even another company that knows its own; by exact linear algebra', () => {
    fc.assert(
      fc.property(companies, given => {
        const { cells, relations } = tablesOf(given)
        const values = given.map(({ value }) => value)
        const withheld = chooseWithheld(cells, relations, values, LIMITS)
        const n = given.length
        const published = cells.filter(({ key }) => !withheld.has(key)).map(({ members }) => vectorOf(members, n))
        const rank = rankOf(published)
        const unit = (i: number) => vectorOf([i], n)
        for (const { key, members } of cells)
          if (withheld.has(key)) expect(rankOf([...published, vectorOf(members, n)]), `${key} follows`).toBe(rank + 1)
        for (let victim = 0; victim < n; victim++) {
          expect(rankOf([...published, unit(victim)]), 'known to all').toBe(rank + 1)
          for (let knows = 0; knows < n; knows++)
            if (knows !== victim)
              expect(rankOf([...published, unit(knows), unit(victim)]), 'known to another').toBe(rank + 2)
        }
      }),
      { numRuns: 150 },
    )
  })

  test('leaves each sum that is too small or dominated uncertain by the margin: two other populations fit all that is published', () => {
    fc.assert(
      fc.property(companies, given => {
        const { cells, relations } = tablesOf(given)
        const values = given.map(({ value }) => value)
        const withheld = chooseWithheld(cells, relations, values, LIMITS)
        const published = cells.filter(({ key }) => !withheld.has(key)).map(({ members }) => members)
        const find = populations(published, values)
        const sum = (members: readonly number[], of: readonly number[]) => members.reduce((all, at) => all + of[at]!, 0)
        for (const { key, members } of cells) {
          const reason = withheld.get(key)
          if (reason !== 'few' && reason !== 'dominant') continue
          const truth = sum(members, values)
          for (const sign of [1, -1] as const) {
            const other = find(members, sign, truth * (1 + sign * 0.1))!
            expect(other, key).toBeDefined()
            expect(Math.min(...other)).toBeGreaterThanOrEqual(0)
            expect((sum(members, other) - truth) * sign).toBeGreaterThanOrEqual(truth * 0.1 - 1e-6)
            for (const one of published) expect(sum(one, other)).toBeCloseTo(sum(one, values), 6)
          }
        }
      }),
      { numRuns: 150 },
    )
  })

  test('has enough companies behind each sum, and none that dominates it', () => {
    fc.assert(
      fc.property(companies, given => {
        const { cells, relations } = tablesOf(given)
        const values = given.map(({ value }) => value)
        const withheld = chooseWithheld(cells, relations, values, LIMITS)
        for (const { key, members } of cells) {
          if (withheld.has(key)) continue
          expect(members.length).toBeGreaterThanOrEqual(3)
          const all = members.reduce((sum, at) => sum + values[at]!, 0)
          for (const at of members) expect(values[at]! * 100).toBeLessThanOrEqual(all * 75)
        }
      }),
      { numRuns: 150 },
    )
  })
})

const many = (count: number, more: Partial<Company>): Company[] =>
  Array.from({ length: count }, () => ({ trade: 'a', region: 'n', size: 'small', value: 10, ...more }))

test('of a trade with two companies a second trade is withheld, too, because the whole would give the first away', () => {
  const given = [...many(2, { trade: 'b' }), ...many(6, {}), ...many(9, { trade: 'c' })]
  const { cells, relations } = tablesOf(given)
  const values = given.map(({ value }) => value)
  const alone = cells.filter(({ key }) => key !== 'trade b' && !key.startsWith('both b')).map(({ members }) => members)
  expect(exposed(alone, given.length).tied).toEqual([[0, 1]])
  const withheld = chooseWithheld(cells, relations, values, LIMITS)
  expect(withheld.get('trade b')).toBe('few')
  expect(withheld.get('trade a')).toBe('derivable')
  expect(withheld.has('trade c')).toBe(false)
  expect(withheld.has('total')).toBe(false)
})

test('where all is fit to be published nothing is withheld, and where one company is all there is, everything is', () => {
  const even = [...many(5, {}), ...many(5, { trade: 'b', size: 'large' })]
  const fine = tablesOf(even)
  expect(
    chooseWithheld(
      fine.cells,
      fine.relations,
      even.map(() => 10),
      LIMITS,
    ).size,
  ).toBe(0)
  const alone = tablesOf(many(1, {}))
  expect(chooseWithheld(alone.cells, alone.relations, [10], LIMITS).size).toBe(alone.cells.length)
})

test('a giant in a trade is hidden by more than the smallest neighbour', () => {
  const given = [
    ...many(3, { value: 10 }),
    ...many(1, { value: 10_000 }),
    ...many(4, { trade: 'b', value: 1 }),
    ...many(4, { trade: 'c', value: 900 }),
  ]
  const { cells, relations } = tablesOf(given)
  const values = given.map(({ value }) => value)
  const withheld = chooseWithheld(cells, relations, values, LIMITS)
  expect(withheld.get('trade a')).toBe('dominant')
  // Trade b has 4 in all: withheld alone, it would leave the giant within a thousandth.
  expect(withheld.has('trade c')).toBe(true)
})
