import { asc, eq } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import { invalid, notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { CheckedIndicator } from '../checks.ts'
import { endOfPeriod, isPeriod, periodOf, previousPeriod } from '../periods.ts'
import { statisticsForm, statisticsIndicator } from './tables.ts'

export type Form = typeof statisticsForm.$inferSelect
export type IndicatorRow = typeof statisticsIndicator.$inferSelect

export const readForms = ({ db }: Pick<Ctx, 'db'>) =>
  db.select().from(statisticsForm).orderBy(asc(statisticsForm.sort), asc(statisticsForm.id))

export const readIndicators = ({ db }: Pick<Ctx, 'db'>) =>
  db.select().from(statisticsIndicator).orderBy(asc(statisticsIndicator.sort), asc(statisticsIndicator.id))

export async function findForm({ db }: Pick<Ctx, 'db'>, id: number): Promise<Form> {
  const [found] = await db.select().from(statisticsForm).where(eq(statisticsForm.id, id))
  if (!found) throw notFound('没有这张统计表')
  return found
}

export type FormIndicator = CheckedIndicator & { definition: string }

/** The indicators of a form, in its order, with the bounds that it sets. */
export async function indicatorsOf(ctx: Pick<Ctx, 'db'>, form: Form): Promise<FormIndicator[]> {
  const known = new Map((await readIndicators(ctx)).map(one => [one.code, one]))
  return form.cells.flatMap(({ indicator, isRequired, low, high, times }) => {
    const of = known.get(indicator)
    if (!of) return []
    const { code, name, unit, definition, decimals, mayBeNegative } = of
    return { code, name, unit, definition, decimals, mayBeNegative, isRequired, low, high, times }
  })
}

export const dueDay = ({ frequency, dueDays }: Form, period: string) => addDays(endOfPeriod(frequency, period), dueDays)

/** The last period that has ended. */
export const newestPeriod = ({ frequency }: Pick<Form, 'frequency'>, now: Date) =>
  previousPeriod(frequency, periodOf(frequency, dayOf(now)))

export function refuseWrongPeriod({ frequency }: Pick<Form, 'frequency'>, period: string, field = 'period'): void {
  const example = { month: '2026-03', quarter: '2026-Q1', half: '2026-H1', year: '2026' }[frequency]
  if (!isPeriod(frequency, period)) throw invalid('报告期不对', { [field]: `应如 ${example}` })
}
