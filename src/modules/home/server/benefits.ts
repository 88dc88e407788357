import { and, eq, gte, lte } from 'drizzle-orm'
import { dayOf, daysBetween } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/context.ts'
import { advert } from '#modules/adverts/server/tables.ts'
import { memberSeatsUsed } from '#modules/training/server/enrolling/memberSeats.ts'
import type { Owner } from './owner.ts'

/** What this year of membership includes, and what of it was used; null for who is no member organisation. */
export async function readBenefits(ctx: Ctx, { organisation, member, level }: Owner) {
  if (!organisation || !member || !level) return null
  const year = dayOf(ctx.now).slice(0, 4)
  const [from, to] = [`${year}-01-01`, `${year}-12-31`]
  const adverts = await ctx.db
    .select({ startsOn: advert.startsOn, endsOn: advert.endsOn })
    .from(advert)
    .where(
      and(
        ...[eq(advert.organisationId, organisation.id), eq(advert.status, 'approved')],
        ...[lte(advert.startsOn, to), gte(advert.endsOn, from)],
      ),
    )
  const seats = await memberSeatsUsed(ctx, { organisationId: organisation.id, year })
  const days = adverts.map(({ startsOn, endsOn }) => {
    const [, first] = [startsOn, from].sort()
    const [last] = [endsOn, to].sort()
    return daysBetween(first!, last!) + 1
  })
  return {
    year: Number(year),
    list: [
      { name: '广告展示', unit: '天', used: days.reduce((sum, one) => sum + one, 0), total: level.advertDays },
      { name: '会员价培训名额', unit: '人次', used: seats, total: level.trainingSeats },
    ],
  }
}
