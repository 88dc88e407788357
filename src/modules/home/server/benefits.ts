import { dayOf } from '#lib/dates.ts'
import type { Part } from '#lib/parts.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { advertDaysUsed } from '#modules/adverts/server/allowances.ts'
import { partsInUse } from '#modules/settings/server/settings.ts'
import { memberSeatsUsed } from '#modules/training/enrolling/server/memberSeats.ts'
import type { Owner } from './owner.ts'

type Benefit = { part: Part; name: string; unit: string; used: number; total: number | null }

/** What this year of membership includes, and what of it was used; null for who is no member organisation. */
export async function readBenefits(ctx: Ctx, { organisation, member, level }: Owner) {
  if (!organisation || !member || !level) return null
  const year = dayOf(ctx.now).slice(0, 4)
  const days = await advertDaysUsed(ctx, { organisationId: organisation.id, year: Number(year) })
  const seats = await memberSeatsUsed(ctx, { organisationId: organisation.id, year })
  const inUse = await partsInUse(ctx)
  const all: Benefit[] = [
    { part: 'adverts', name: '广告展示', unit: '天', used: days, total: level.advertDays },
    { part: 'training', name: '会员价培训名额', unit: '人次', used: seats, total: level.trainingSeats },
  ]
  // A level that includes none of it has nothing to show of it, unless some was used before.
  const list = all.filter(({ part, used, total }) => inUse.includes(part) && (total !== 0 || used > 0))
  return list.length === 0 ? null : { year: Number(year), list: list.map(({ part: _, ...shown }) => shown) }
}
