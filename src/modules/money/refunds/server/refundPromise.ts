import { addWorkingDays, dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import type { Refund } from './refunds.ts'

type Days = { examineDays: number; payDays: number }

/** Working days that the association promises. */
export const readPromise = (ctx: Pick<Ctx, 'db'>) => readGroup(ctx, 'refunds')

/**
 * Days by which a refund is examined and paid. What a payer requested keeps the days told at first, however soon it was
 * examined.
 */
export function promiseOf({ requestedAt, askedAt }: Pick<Refund, 'requestedAt' | 'askedAt'>, days: Days) {
  const examineBy = requestedAt ? addWorkingDays(dayOf(requestedAt), days.examineDays) : dayOf(askedAt)
  return { examineBy, payBy: addWorkingDays(examineBy, days.payDays) }
}
