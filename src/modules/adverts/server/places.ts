import { and, eq, sql } from 'drizzle-orm'
import { addDays } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { daysIn } from '../advertForm.ts'
import { OCCUPYING_STATES } from '../advertStatus.ts'
import { type Position, positionCodes, positions } from '../positions.ts'
import { advert, advertPosition } from './tables.ts'

export type Place = Omit<typeof advertPosition.$inferSelect, 'code'> & { code: Position }
type Reading = Pick<Ctx, 'db'>

const closedPlace = { price: 0, most: 1, isOpen: false, note: '' }

export async function readPlaces({ db }: Reading): Promise<Place[]> {
  const rows = await db.select().from(advertPosition)
  return positionCodes.map(code => ({ ...closedPlace, ...rows.find(row => row.code === code), code }))
}

export async function readPlace(ctx: Reading, code: Position): Promise<Place> {
  return (await readPlaces(ctx)).find(place => place.code === code)!
}

/** Locks a position until the transaction ends, so that counted days stay free. */
export async function lockPlace({ db }: Reading, code: Position): Promise<Place> {
  await db.insert(advertPosition).values({ code }).onConflictDoNothing()
  const [found] = await db.select().from(advertPosition).where(eq(advertPosition.code, code)).for('update')
  return { ...found!, code }
}

export type Period = { startsOn: string; endsOn: string }

/** Counts the adverts that occupy a position, day by day. */
export async function countOccupied(
  { db }: Reading,
  code: Position,
  { startsOn, endsOn }: Period,
  exceptId?: number,
): Promise<number[]> {
  const held = sql.join(
    OCCUPYING_STATES.map(state => sql`${state}`),
    sql`, `,
  )
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(${advert.id})::int as n
    from generate_series(0, ${daysIn(startsOn, endsOn) - 1}::int) as i
    left join ${advert} on ${and(
      eq(advert.position, code),
      sql`${advert.status} in (${held})`,
      sql`${startsOn}::date + i between ${advert.startsOn} and ${advert.endsOn}`,
      sql`${advert.id} <> ${exceptId ?? 0}`,
    )}
    group by i order by i`)
  return rows.map(({ n }) => n)
}

/** The days on which nothing more fits in there. */
export async function fullDays(ctx: Reading, place: Place, period: Period, exceptId?: number): Promise<string[]> {
  const held = await countOccupied(ctx, place.code, period, exceptId)
  return held.flatMap((count, i) => (count >= place.most ? [addDays(period.startsOn, i)] : []))
}

/** The place must be locked. */
export async function refuseFull(ctx: Reading, place: Place, period: Period, exceptId?: number): Promise<void> {
  const full = await fullDays(ctx, place, period, exceptId)
  if (full.length) throw conflict(`${positions[place.code].name}在 ${spansOf(full)} 已满，请改选日期或广告位`)
}

/** 2026-12-01 至 2026-12-03、2026-12-08 */
export function spansOf(days: readonly string[]): string {
  const spans: [string, string][] = []
  for (const day of days) {
    const last = spans.at(-1)
    if (last && addDays(last[1], 1) === day) last[1] = day
    else spans.push([day, day])
  }
  const words = spans.slice(0, 5).map(([from, to]) => (from === to ? from : `${from} 至 ${to}`))
  return words.join('、') + (spans.length > 5 ? ' 等' : '')
}
