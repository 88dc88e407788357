import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { addWorkingDays, type WorkingCalendar } from '#lib/workingDays.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import { readWorkingCalendar } from '#modules/settings/server/workingCalendar.ts'
import type { Refund } from './refunds.ts'

type Promised = { examineDays: number; payDays: number; calendar: WorkingCalendar }

/** Working days that the association promises, and its calendar. */
export const readPromise = async (ctx: Pick<Ctx, 'db'>) => ({
  ...(await readGroup(ctx, 'refunds')),
  calendar: await readWorkingCalendar(ctx),
})

/**
 * Days by which a refund is examined and paid. What a payer requested keeps the days told at first, however soon it was
 * examined.
 */
export function promiseOf(
  { requestedAt, askedAt }: Pick<Refund, 'requestedAt' | 'askedAt'>,
  { examineDays, payDays, calendar }: Promised,
) {
  const examineBy = requestedAt ? addWorkingDays(calendar, dayOf(requestedAt), examineDays) : dayOf(askedAt)
  return { examineBy, payBy: addWorkingDays(calendar, examineBy, payDays) }
}
