import { chance } from '../../src/lib/random.ts'
import type { CheckedIndicator, Rule } from '../../src/modules/statistics/checks.ts'
import { isActive, type Reporter } from '../../src/modules/statistics/estimates.ts'
import { periodsBetween } from '../../src/modules/statistics/periods.ts'
import type { Counted, Indicator } from '../../src/modules/statistics/releaseTables.ts'

/** A year of monthly reports of 120 companies in six trades, 14 regions and four sizes, with faults planted in it. */
export const PERIODS = periodsBetween('month', '2025-01', '2025-12')
const TRADES = ['t1', 't2', 't3', 't4', 't5', 't6']
const REGIONS = Array.from({ length: 14 }, (_, i) => `r${i}`)
const SIZES = ['large', 'medium', 'small', 'micro']
export const [WRONG_UNIT, SILENT, SPLIT, CHILD] = [7, 20, 33, 120]

const ofCell = {
  unit: '台',
  definition: '',
  isRequired: true,
  decimals: 0,
  mayBeNegative: false,
  low: 0,
  high: null,
  times: 2,
}
export const INDICATORS: (CheckedIndicator & Indicator)[] = [
  { ...ofCell, code: 'made', name: '产量' },
  { ...ofCell, code: 'home', name: '内销' },
  { ...ofCell, code: 'abroad', name: '出口', times: null },
  { ...ofCell, code: 'sold', name: '销量' },
]
export const RULES: Rule[] = [{ name: '销量', left: 'sold', relation: 'eq', right: 'home + abroad', isStrict: true }]
export const LIMITS = { minContributors: 3, maxShare: 75, margin: 10 }

type Company = Reporter & { region: string; size: string }
type Report = Record<string, number>

function makeYear() {
  const luck = chance(2025)
  const companies: Company[] = Array.from({ length: 121 }, (_, id) => {
    const [trade, region, size] = [luck.of(TRADES), luck.of(REGIONS), luck.of(SIZES)]
    const of = { id, trade, region, size, fromPeriod: '2025-01', toPeriod: null, predecessorId: null as number | null }
    return id === CHILD ? { ...of, fromPeriod: '2025-07', predecessorId: SPLIT } : of
  })
  const base = companies.map(({ size }) =>
    luck.between(
      ...(
        { large: [2_000, 9_000], medium: [400, 1_500], small: [60, 300], micro: [3, 40] } as Record<
          string,
          [number, number]
        >
      )[size]!,
    ),
  )
  const truth = new Map<number, Map<string, Report>>()
  for (const { id } of companies) truth.set(id, new Map())
  for (const [month, period] of PERIODS.entries())
    for (const of of companies.filter(one => isActive(one, period))) {
      const season = 1 + 0.12 * Math.sin((month / 12) * 2 * Math.PI)
      const whole =
        of.id === CHILD
          ? base[SPLIT]! * 0.6
          : of.id === SPLIT && period >= '2025-07'
            ? base[SPLIT]! * 0.4
            : base[of.id]!
      const made = Math.max(1, Math.round((whole * season * luck.between(96, 104)) / 100))
      const home = Math.round(made * 0.7)
      const abroad = Math.round(made * 0.25)
      truth.get(of.id)!.set(period, { made, home, abroad, sold: home + abroad })
    }
  return { companies, truth }
}
export const { companies, truth } = makeYear()

/** What the company hands in: the truth, but for the faults. */
export function handedIn(id: number, period: string): Report | undefined {
  if (id === SILENT && (period === '2025-08' || period === '2025-09')) return undefined
  const report = truth.get(id)!.get(period)
  if (report && id === WRONG_UNIT && period === '2025-05') return { ...report, made: report.made! * 1_000 }
  return report
}

export function countedIn(period: string): Counted[] {
  return companies
    .filter(one => isActive(one, period))
    .map(({ id, trade, region, size }) => ({
      trade,
      region,
      size,
      values: truth.get(id)!.get(period)!,
      isEstimated: handedIn(id, period) === undefined,
    }))
}
export const given = (period: string) => ({
  companies: countedIn(period),
  indicators: INDICATORS,
  rules: RULES,
  limits: LIMITS,
  former: [],
})
