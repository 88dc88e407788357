import type { Ctx } from '#lib/server/api/context.ts'
import { calendarWith, type WorkingCalendar } from '#lib/workingDays.ts'
import { holidayDays } from '../holidayLines.ts'
import { readGroup } from './settings.ts'

/** The working days of the association. */
export async function readWorkingCalendar(ctx: Pick<Ctx, 'db'>): Promise<WorkingCalendar> {
  const { holidays, worked } = holidayDays((await readGroup(ctx, 'holidays')).days)
  return calendarWith(holidays, worked)
}
