import { byOrder, type Ordered } from '../../byOrder.ts'
import { dayOf, lastDayOfMonth, previousMonth } from '../../dates.ts'
import type { InUse } from '../../parts.ts'
import type { Ctx } from '../api/context.ts'

/** A month up to today, in a province if one is chosen. */
export type MonthScope = { from: string; to: string; provinceCode?: string }

/**
 * Figure of a month, or of its end. `route`: the list that has exactly so many, of an amount the list that adds up to
 * it; null where there is no such list.
 */
type MonthFigure = Ordered & {
  code: string
  name: string
  unit: string
  /** Explains what is counted. */
  note: string
  part?: InUse
  /** Null: there is nothing to count, such as a rate of nothing. */
  count: (ctx: Ctx, scope: MonthScope) => Promise<number | null>
  route: (scope: MonthScope) => string | null
}
/** Values and routes in the order of the months. */
export type CountedFigure = Pick<MonthFigure, 'code' | 'name' | 'unit' | 'note'> & {
  values: (number | null)[]
  routes: (string | null)[]
}

const all: MonthFigure[] = []

/** Figures of the month. The module whose records are counted defines them. */
export function defineMonthFigures(...figures: MonthFigure[]): void {
  all.push(...figures)
}

/** The month of a day, the month before it, and the same month a year before. None reaches beyond today. */
export function comparedMonths(month: string, now: Date): { name: string; from: string; to: string }[] {
  const today = dayOf(now)
  const isCurrent = month === today.slice(0, 7)
  const names = isCurrent ? ['本月', '上月', '去年同月'] : ['当月', '前一个月', '上年同月']
  const months = [month, previousMonth(month), `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`]
  return months.map((one, i) => {
    const last = lastDayOfMonth(one)
    const isOver = last < today
    return { name: names[i]!, from: `${one}-01`, to: isOver ? last : today }
  })
}

type Months = { month: string; provinceCode?: string; inUse: readonly InUse[] }

/** Counts one figure after the other: a viewer of figures occupies one connection and leaves the others to people at work. */
export async function countMonthFigures(ctx: Ctx, { month, provinceCode, inUse }: Months): Promise<CountedFigure[]> {
  const counted: CountedFigure[] = []
  for (const { code, name, unit, note, part, count, route } of all.toSorted(byOrder)) {
    if (part && !inUse.includes(part)) continue
    const figure: CountedFigure = { code, name, unit, note, values: [], routes: [] }
    for (const { from, to } of comparedMonths(month, ctx.now)) {
      figure.values.push(await count(ctx, { from, to, provinceCode }))
      figure.routes.push(route({ from, to, provinceCode }))
    }
    counted.push(figure)
  }
  return counted
}
