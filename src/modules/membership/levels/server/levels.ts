import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { levelFee, memberLevel } from '#modules/membership/server/tables.ts'

/** Yearly fee of a level in yuan: the latest change up to that year, or the initial fee. */
export const feeIn = (year: number): SQL<number> =>
  sql`coalesce((select amount from ${levelFee} where level_code = ${memberLevel.code} and from_year <= ${year}::int
    order by from_year desc limit 1), ${memberLevel.fee})`.mapWith(Number)

/** Levels of a kind of member, with what they cost in a year and include: those that may be applied for, and others. */
export const levelsOf = ({ db }: Pick<Ctx, 'db'>, kind: 'organisation' | 'person', year: number) =>
  db
    .select({
      code: memberLevel.code,
      name: memberLevel.name,
      fee: feeIn(year),
      condition: memberLevel.condition,
      advertDays: memberLevel.advertDays,
      trainingSeats: memberLevel.trainingSeats,
      isOpen: memberLevel.isOpen,
    })
    .from(memberLevel)
    .where(eq(memberLevel.kind, kind))
    .orderBy(asc(memberLevel.sort))

/** A level with what it costs in a year. */
export async function readLevel({ db }: Pick<Ctx, 'db'>, code: number, year: number) {
  const [level] = await db
    .select({ name: memberLevel.name, fee: feeIn(year) })
    .from(memberLevel)
    .where(eq(memberLevel.code, code))
  return level
}
