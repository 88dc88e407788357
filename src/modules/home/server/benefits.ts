import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { advertDaysUsed } from '#modules/adverts/server/allowances.ts'
import { memberSeatsUsed } from '#modules/training/enrolling/server/memberSeats.ts'
import type { Owner } from './owner.ts'

/** What this year of membership includes, and what of it was used; null for who is no member organisation. */
export async function readBenefits(ctx: Ctx, { organisation, member, level }: Owner) {
  if (!organisation || !member || !level) return null
  const year = dayOf(ctx.now).slice(0, 4)
  const days = await advertDaysUsed(ctx, { organisationId: organisation.id, year: Number(year) })
  const seats = await memberSeatsUsed(ctx, { organisationId: organisation.id, year })
  return {
    year: Number(year),
    list: [
      { name: '广告展示', unit: '天', used: days, total: level.advertDays },
      { name: '会员价培训名额', unit: '人次', used: seats, total: level.trainingSeats },
    ],
  }
}
