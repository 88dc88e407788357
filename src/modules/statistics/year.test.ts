import { describe, expect, test } from 'vitest'
import { cellOf, expectSafeRelease, same } from '#test/support/attackedRelease.ts'
import {
  CHILD,
  companies,
  countedIn,
  given,
  handedIn,
  INDICATORS,
  PERIODS,
  RULES,
  SILENT,
  SPLIT,
  truth,
  WRONG_UNIT,
} from '#test/support/reportingYear.ts'
import { checkReport, type Rule } from './checks.ts'
import { estimateOf, groupsOf, valueOfGroup } from './estimates.ts'
import { previousPeriod, samePeriodLastYear } from './periods.ts'
import { makeTables, rowsOf, tiedIndicators, withheldOf } from './releaseTables.ts'

describe('a year of 120 companies', () => {
  test('shows its planted faults by the rules, where they are and nowhere else', () => {
    const found: string[] = []
    for (const period of PERIODS)
      for (const { id } of companies) {
        const now = handedIn(id, period)
        if (!now) continue
        const valuesAt = (at: string) => truth.get(id)!.get(at) ?? {}
        const cells = {
          now,
          prev: valuesAt(previousPeriod('month', period)),
          year: valuesAt(samePeriodLastYear('month', period)),
        }
        for (const { key } of checkReport(INDICATORS, RULES, cells)) found.push(`${id} ${period} ${key}`)
      }
    expect(found).toContain(`${WRONG_UNIT} 2025-05 unit-prev made`)
    expect(found).toContain(`${SPLIT} 2025-07 change-prev made`)
    for (const one of found) expect(one).toMatch(new RegExp(`^(${WRONG_UNIT} 2025-05|${SPLIT} 2025-07) `))
    // The split is no fault of the trade: both together continue what was before.
    const group = [...groupsOf(companies).values()].find(of => of.length > 1)!
    const [before, after] = ['2025-06', '2025-07'].map(period => valueOfGroup(group, truth, period, 'made')!)
    expect(group.map(({ id }) => id)).toEqual([SPLIT, CHILD])
    expect(Math.abs(after! - before!) / before!).toBeLessThan(0.15)
  })

  test('estimates who is silent from the others, near the truth, and says from what', () => {
    const history = new Map(
      [...truth].map(([id, own]) => [id, new Map([...own].filter(([period]) => handedIn(id, period)))]),
    )
    for (const period of ['2025-08', '2025-09']) {
      const estimate = estimateOf(companies[SILENT]!, companies, history, {
        frequency: 'month',
        period,
        indicators: INDICATORS,
      })!
      const real = truth.get(SILENT)!.get(period)!
      expect(estimate.basis).toMatch(/^2025-07 的数，按.+家/)
      for (const code of ['made', 'sold'])
        expect(Math.abs(estimate.values[code]! - real[code]!) / real[code]!).toBeLessThan(0.2)
    }
    // Nothing to start from: nothing is made up.
    const newcomer = { ...companies[0]!, id: 500, fromPeriod: '2025-08' }
    expect(
      estimateOf(newcomer, companies, history, { frequency: 'month', period: '2025-08', indicators: INDICATORS }),
    ).toBeUndefined()
  })
})

describe('what is published of it', () => {
  test('no withheld sum and no company follows from all published sums together', () => expectSafeRelease('2025-08'))

  test('marks every sum that rests on an estimate, and no other', () => {
    const of = given('2025-08')
    const { tables } = makeTables(of, same, { asked: 121, missing: 0 })
    expect(tables).toMatchObject({ reported: 120, estimated: 1 })
    const silent = companies[SILENT]!
    for (const { code, rows } of tables.tables)
      for (const { key, cells } of rows) {
        const isIn = {
          total: true,
          trade: key === silent.trade,
          region: key === silent.region,
          size: key === silent.size,
          tradeSize: key === `${silent.trade}|${silent.size}`,
        }[code]
        const { isWithheld, estimated } = cells.made!
        if (!isWithheld) expect(estimated, `${code} ${key}`).toBe(isIn ? 1 : 0)
      }
    expect(
      cellOf(makeTables(given('2025-07'), same, { asked: 121, missing: 0 }).tables, 'total', '', 'made').estimated,
    ).toBe(0)
  })

  test('withholds the same sums of indicators that an equation ties together, also of those of the period before', () => {
    expect(tiedIndicators(['made', 'home', 'abroad', 'sold'], RULES)).toEqual([
      { codes: ['made'], reachesBack: false },
      { codes: ['home', 'abroad', 'sold'], reachesBack: false },
    ])
    const withheld = withheldOf(given('2025-03'))
    expect(withheld.home).toEqual(withheld.sold)
    expect(withheld.abroad).toEqual(withheld.sold)
    const back: Rule[] = [{ name: '', left: 'sold', relation: 'eq', right: 'sold@prev + made', isStrict: false }]
    const open = rowsOf(countedIn('2025-03')).rows.find(
      ({ key, table }) => table === 'trade' && !withheld.made!.includes(key),
    )!
    const next = withheldOf({ ...given('2025-03'), rules: back, former: [{ sold: [open.key] }] })
    expect(next.sold).toContain(open.key)
    expect(next.made).toContain(open.key)
  })
})
