import { and, asc, gte, inArray, lte } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { OCCUPYING_STATES, statusNames, statusOf } from '../../advertStatus.ts'
import { positions } from '../../positions.ts'
import type { staffAdvertsContract } from '../../staffContract.ts'
import { advertiserOf, withAdvertiser } from '../advertisers.ts'
import { countOccupied, type Period, readPlaces } from '../places.ts'
import { advert } from '../tables.ts'

export const calendarHandlers = {
  /** 排期: who stands where on which day, and what is still free. */
  'GET /staff/advert/calendar': async (ctx, { from, days: count }) => {
    const first = from ?? dayOf(ctx.now)
    const days = Array.from({ length: count }, (_, i) => addDays(first, i))
    const period = { startsOn: first, endsOn: days.at(-1)! }
    const [places, adverts] = await Promise.all([readPlaces(ctx), advertsIn(ctx, period)])
    return {
      days,
      positions: await Promise.all(
        places.map(async ({ code, most, isOpen }) => ({
          code,
          name: positions[code].name,
          most,
          isOpen,
          free: (await countOccupied(ctx, code, period)).map(held => Math.max(0, most - held)),
          adverts: adverts.filter(({ position }) => position === code).map(({ position, ...row }) => row),
        })),
      ),
    }
  },
} satisfies Partial<Handlers<typeof staffAdvertsContract>>

async function advertsIn(ctx: Ctx, { startsOn, endsOn }: Period) {
  const rows = await withAdvertiser(ctx)
    .where(and(inArray(advert.status, OCCUPYING_STATES), lte(advert.startsOn, endsOn), gte(advert.endsOn, startsOn)))
    .orderBy(asc(advert.startsOn), asc(advert.id))
  return rows.map(row => {
    const status = statusOf(row.advert, dayOf(ctx.now))
    return {
      id: row.advert.id,
      title: row.advert.title,
      advertiser: advertiserOf(row),
      position: row.advert.position,
      status,
      statusName: statusNames[status],
      startDate: row.advert.startsOn!,
      endDate: row.advert.endsOn!,
    }
  })
}
