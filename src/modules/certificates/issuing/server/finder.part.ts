import { and, desc, inArray, like, type SQL, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { permissionCondition } from '#lib/server/api/permissionLimits.ts'
import { defineFinder } from '#lib/server/oversight/finders.ts'
import { toNumberQuery } from '#lib/server/search/words.ts'
import { numberKey } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { statusToday } from '#modules/certificates/status.ts'

defineFinder({
  code: 'certificate',
  order: 40,
  name: '证书',
  may: 'staff:certificates',
  isWithin: true,
  find: async (ctx, typed, limit) => {
    const ids = await idsByNumber(ctx, typed)
    if (ids.length === 0) return []
    const rows = await ctx.db
      .select()
      .from(certificate)
      .where(inArray(certificate.id, ids))
      .orderBy(
        sql`${certificate.numberKey} = ${numberKey(typed)} desc`,
        desc(certificate.issuedOn),
        desc(certificate.id),
      )
      .limit(limit)
    return rows.map(of => ({
      title: of.number,
      about: [of.holderName, of.kindName, of.levelName, statusToday(of, dayOf(ctx.now)).statusName]
        .filter(Boolean)
        .join(' · '),
      route: `/staff/certificates/${of.id}`,
    }))
  },
  list: typed => `/staff/certificates?key=${encodeURIComponent(typed)}`,
})

/** Maximum matches that are sorted; with more of them the newest may be missing until the user types on. */
const MAX_CANDIDATES = 200
/** Minimum characters of a number: with fewer nearly every number contains them. */
const MIN_NUMBER_CHARS = 4

/** Finds certificates by the beginning of the number, or by a part of it if none begins so. */
async function idsByNumber(ctx: Ctx, typed: string): Promise<number[]> {
  const key = numberKey(typed)
  if (key.length < MIN_NUMBER_CHARS || !/\d/.test(key)) return []
  const having = async (condition: SQL) => {
    const rows = await ctx.db
      .select({ id: certificate.id })
      .from(certificate)
      .where(and(permissionCondition(ctx, 'staff:certificates', certificate.provinceCode), condition))
      .limit(MAX_CANDIDATES)
    return rows.map(({ id }) => id)
  }
  const begins = await having(like(certificate.numberKey, `${key}%`))
  const part = toNumberQuery(typed)
  return begins.length > 0 || part === null ? begins : having(sql`${certificate.words} @@ ${part}::tsquery`)
}
