import { and, eq, ne, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { lockOrganisation } from '#modules/members/server/organisations.ts'
import { member, memberLevel } from '#modules/membership/server/tables.ts'
import { daysIn } from '../advertForm.ts'
import type { Period } from './places.ts'
import { advert, advertAllowance } from './tables.ts'

type Reading = Pick<Ctx, 'db'>
type AllowanceQuery = { organisationId: number | null; exceptId?: number }

/** 广告展示天数 of a calendar year that an organisation has taken, before or beyond today. */
export async function advertDaysUsed({ db }: Reading, asked: AllowanceQuery & { year: number }): Promise<number> {
  const [sum] = await db
    .select({ days: sql`coalesce(sum(${advertAllowance.days}), 0)`.mapWith(Number) })
    .from(advertAllowance)
    .innerJoin(advert, eq(advert.id, advertAllowance.advertId))
    .where(
      and(
        eq(advert.organisationId, asked.organisationId ?? 0),
        eq(advertAllowance.year, asked.year),
        ne(advert.id, asked.exceptId ?? 0),
      ),
    )
  return sum!.days
}

/** The days of a period, calendar year by calendar year. */
function yearsOf({ startsOn, endsOn }: Period): { year: number; days: number }[] {
  const [first, last] = [startsOn, endsOn].map(day => Number(day.slice(0, 4))) as [number, number]
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const year = first + i
    const from = year === first ? startsOn : `${year}-01-01`
    const to = year === last ? endsOn : `${year}-12-31`
    return { year, days: daysIn(from, to) }
  })
}

/** Days of a period that the membership level includes, by year; only for member organisations in good standing. */
export async function freeDays(
  ctx: Reading,
  period: Period,
  asked: AllowanceQuery,
): Promise<{ year: number; days: number }[]> {
  const included = await includedDays(ctx, asked.organisationId)
  if (included === 0) return []
  return Promise.all(
    yearsOf(period).map(async ({ year, days }) => {
      if (included === null) return { year, days }
      const left = included - (await advertDaysUsed(ctx, { ...asked, year }))
      return { year, days: Math.max(0, Math.min(days, left)) }
    }),
  )
}

/** A year; null: all of them. Of persons and of who is no member, none. */
async function includedDays({ db }: Reading, organisationId: number | null): Promise<number | null> {
  const [of] = await db
    .select({ days: memberLevel.advertDays })
    .from(member)
    .innerJoin(memberLevel, eq(memberLevel.code, member.levelCode))
    .where(and(eq(member.organisationId, organisationId ?? 0), eq(member.status, 'active')))
  return of ? of.days : 0
}

/** Takes the free days of a period for an advert, and answers how many; two adverts never take the same ones. */
export async function takeFreeDays(ctx: Reading, of: { id: number } & AllowanceQuery, period: Period): Promise<number> {
  if (of.organisationId !== null) await lockOrganisation(ctx, of.organisationId)
  await releaseFreeDays(ctx, of)
  const free = await freeDays(ctx, period, { organisationId: of.organisationId, exceptId: of.id })
  const rows = free.filter(({ days }) => days > 0).map(one => ({ advertId: of.id, ...one }))
  if (rows.length) await ctx.db.insert(advertAllowance).values(rows)
  return rows.reduce((sum, { days }) => sum + days, 0)
}

export async function releaseFreeDays({ db }: Reading, { id }: { id: number }): Promise<void> {
  await db.delete(advertAllowance).where(eq(advertAllowance.advertId, id))
}
