import { byOrder, type Ordered } from '#lib/byOrder.ts'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { mayUse } from '#lib/server/api/permissionLimits.ts'
import { daysOfAge, type SinceDays, waitingAges } from '#modules/review/waitingAges.ts'
import { readWorkingCalendar } from '#modules/settings/server/workingCalendar.ts'

/** Open work of one colleague, or of nobody (`id` null): how many of each age, overdue among them, and all. */
export type WaitingCounts = { id: number | null; name: string | null; ages: number[]; overdue: number; total: number }

/** Which of them a list shows. `handlerId` undefined: of everybody. */
export type WhichWork = { handlerId?: number | null; since?: SinceDays; isOverdue?: true }

/** A kind of work besides applications that lies with colleagues by name. */
type OtherWork = Ordered & {
  name: string
  permission: `staff:${string}`
  count: (ctx: Ctx, ages: readonly SinceDays[]) => Promise<WaitingCounts[]>
  /** The list that has exactly these. */
  route: (which: WhichWork) => string
}

const all: OtherWork[] = []

/** The module whose work it is defines it; the screen of open work shows it beside applications. */
export function defineOtherWork(work: OtherWork): void {
  all.push(work)
}

/** Open work of each kind that the caller may see. */
export async function readOtherWork(ctx: Ctx) {
  const calendar = await readWorkingCalendar(ctx)
  const ages = waitingAges.map(age => daysOfAge(calendar, age, dayOf(ctx.now)))
  const found = []
  for (const { name, permission, count, route } of all.toSorted(byOrder))
    if (mayUse(ctx, permission)) found.push({ name, counts: await count(ctx, ages), ages, route })
  return found
}
