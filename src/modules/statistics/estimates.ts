import { type Frequency, shiftPeriod } from './periods.ts'

/** A company that reports by a form, from one period to another. */
export type Reporter = {
  id: number
  trade: string
  fromPeriod: string
  toPeriod: string | null
  predecessorId: number | null
}
export type Values = Readonly<Record<string, number | null | undefined>>
/** Checked reports by reporter and period. */
export type History = ReadonlyMap<number, ReadonlyMap<string, Values>>

/** How far back a report may lie that an estimate starts from. */
const MAX_PERIODS_BACK = 12
/** Companies of the same trade whose change is used; with fewer, that of all. */
const MIN_IN_TRADE = 5
const MIN_IN_ALL = 3

export const isActive = ({ fromPeriod, toPeriod }: Reporter, period: string) =>
  fromPeriod <= period && (toPeriod === null || toPeriod >= period)

/** A company with those that were split off from it: before and after, they are compared as one. */
export function groupsOf(reporters: readonly Reporter[]): Map<number, Reporter[]> {
  const byId = new Map(reporters.map(one => [one.id, one]))
  const rootOf = (one: Reporter): number => {
    const seen = new Set<number>()
    let at = one
    for (;;) {
      const before = at.predecessorId === null ? undefined : byId.get(at.predecessorId)
      if (!before || seen.has(before.id)) return at.id
      seen.add(at.id)
      at = before
    }
  }
  return Map.groupBy(reporters, rootOf)
}

/** The sum of a group; undefined unless every company that was to report did. */
export function valueOfGroup(group: readonly Reporter[], history: History, period: string, code: string) {
  const active = group.filter(one => isActive(one, period))
  if (active.length === 0) return undefined
  let sum = 0
  for (const { id } of active) {
    const value = history.get(id)?.get(period)?.[code]
    if (value === null || value === undefined) return undefined
    sum += value
  }
  return sum
}

export type Estimate = { values: Record<string, number>; basis: string }

/**
 * Estimates what a company did not report: its last report within a year, carried on by the change of those that reported
 * both times, of its own trade where they are enough. Undefined where there is no such report, or too few to compare.
 */
export function estimateOf(
  reporter: Reporter,
  reporters: readonly Reporter[],
  history: History,
  {
    frequency,
    period,
    indicators,
  }: { frequency: Frequency; period: string; indicators: readonly { code: string; decimals: number }[] },
): Estimate | undefined {
  for (let back = 1; back <= MAX_PERIODS_BACK; back++) {
    const before = shiftPeriod(frequency, period, -back)
    const last = history.get(reporter.id)?.get(before)
    if (!last) continue
    const groups = [...groupsOf(reporters).values()]
    const values: Record<string, number> = {}
    let compared = 0
    let isOfTrade = true
    for (const { code, decimals } of indicators) {
      const value = last[code]
      if (value === null || value === undefined) continue
      const pairs = groups.flatMap(group => {
        const [then, now] = [valueOfGroup(group, history, before, code), valueOfGroup(group, history, period, code)]
        return then === undefined || now === undefined ? [] : { then, now, trade: group[0]!.trade }
      })
      const own = pairs.filter(({ trade }) => trade === reporter.trade)
      const used = own.length >= MIN_IN_TRADE ? own : pairs
      const then = used.reduce((sum, one) => sum + one.then, 0)
      const now = used.reduce((sum, one) => sum + one.now, 0)
      if (used.length < MIN_IN_ALL || then <= 0) continue
      values[code] = Number(((value * now) / then).toFixed(decimals))
      compared = used.length
      isOfTrade &&= used === own
    }
    if (Object.keys(values).length === 0) return undefined
    const whose = isOfTrade ? '同行业' : '全部'
    return { values, basis: `${before} 的数，按${whose} ${compared} 家从那时到现在的变化推算` }
  }
  return undefined
}
