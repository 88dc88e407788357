import { and, between, eq, or } from 'drizzle-orm'
import { addDays, dayOf, startOf } from '#lib/dates.ts'
import { turnsAt } from '#modules/content/server/turnPages.ts'
import { advert } from './tables.ts'

/** Kept pages are dropped at the midnights at which an advert begins or has ended. */
turnsAt(async ({ db, now }, since) => {
  const [from, to] = [addDays(dayOf(since), -1), dayOf(now)]
  const rows = await db
    .select({ startsOn: advert.startsOn, endsOn: advert.endsOn })
    .from(advert)
    .where(and(eq(advert.status, 'approved'), or(between(advert.startsOn, from, to), between(advert.endsOn, from, to))))
  return rows.flatMap(({ startsOn, endsOn }) => [startOf(startsOn!), startOf(addDays(endsOn!, 1))])
})
