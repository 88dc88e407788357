import { addDays, longDay } from '#lib/dates.ts'

/** Until so many days before the start, this share of the fee goes back. */
export type RefundStep = { days: number; percent: number }
/** The same by its last day. */
export type RefundDeadline = { until: string; percent: number }

/** The earliest first. */
export const refundDeadlines = (steps: readonly RefundStep[], startsOn: string): RefundDeadline[] =>
  steps
    .toSorted((one, other) => other.days - one.days)
    .map(({ days, percent }) => ({ until: addDays(startsOn, -days), percent }))

/** Share in percent of what is given up on this day; null: the course has no steps. */
export function refundPercentOn(steps: readonly RefundStep[], startsOn: string, day: string): number | null {
  if (steps.length === 0) return null
  return refundDeadlines(steps, startsOn).find(({ until }) => day <= until)?.percent ?? 0
}

/** The steps as sentences, one for each, and what goes back afterwards. */
export const refundLines = (deadlines: readonly RefundDeadline[]): string[] =>
  deadlines.length === 0
    ? []
    : [
        ...deadlines.map(({ until, percent }) =>
          percent === 0
            ? `${longDay(until)}及以前退出的，不退费`
            : `${longDay(until)}及以前退出的，退还所缴费用的 ${percent}%`,
        ),
        `${longDay(deadlines.at(-1)!.until)}以后退出的，不退费`,
      ]

/** Names the first fault of the steps: whoever gives up later never gets back more. */
export function faultOfSteps(steps: readonly RefundStep[]): string | undefined {
  if (steps.some(({ days, percent }) => !Number.isInteger(days) || !Number.isInteger(percent)))
    return '天数和比例应为整数'
  if (new Set(steps.map(({ days }) => days)).size < steps.length) return '天数不能重复'
  const ordered = steps.toSorted((one, other) => other.days - one.days)
  if (ordered.some(({ percent }, i) => percent > (ordered[i - 1]?.percent ?? 100)))
    return '离开班越近，退还的比例不能越高'
  return undefined
}
