import { addDays, dayOf } from '#lib/dates.ts'
import type { Services } from '#lib/server/api/context.ts'
import { actingAs } from '#modules/accounts/server/demo.ts'
import { closeDueCalls, publishCall } from '#modules/awards/calls/server/callActs.ts'
import { createCall } from '#modules/awards/calls/server/callSaving.ts'
import { awardKind } from '#modules/awards/server/tables.ts'

type Loading = Services & { now: Date }

/** Days before today on which the call opens and closes; negative: in the future. */
type Days = { code: string; yearsAgo: number; opened: number; closes: number }

const calls: Days[] = [
  { code: 'science', yearsAgo: 1, opened: 450, closes: 380 },
  { code: 'science', yearsAgo: 0, opened: 45, closes: -24 },
  { code: 'paper', yearsAgo: 0, opened: 30, closes: -40 },
  { code: 'report', yearsAgo: 0, opened: 130, closes: 70 },
]

export async function demoCalls(loading: Loading) {
  const kinds = await loading.db.select().from(awardKind)
  const today = dayOf(loading.now)
  for (const { code, yearsAgo, opened, closes } of calls) {
    const ctx = await actingAs(loading, 'awards', opened + 5)
    const { id, version } = await createCall(ctx, {
      kindId: kinds.find(kind => kind.code === code)!.id,
      year: Number(today.slice(0, 4)) - yearsAgo,
      opensOn: addDays(today, -opened),
      closesOn: addDays(today, -closes),
    })
    await publishCall(ctx, { id, version })
  }
}

/** Closes past calls, as the daily job would have done. */
export const closeDemoCalls = async (loading: Loading) => closeDueCalls(await actingAs(loading, 'awards', 0))
