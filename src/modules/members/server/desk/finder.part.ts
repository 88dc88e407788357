import { and, desc, inArray, type SQL } from 'drizzle-orm'
import { isMobile, plainMobile } from '#lib/form/phone.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { permissionCondition } from '#lib/server/api/permissionLimits.ts'
import { defineFinder } from '#lib/server/oversight/finders.ts'
import { findByName, orderByIds } from '#lib/server/search/nameSearch.ts'
import { isCompanyOfCaller } from '../callers.ts'
import { organisation } from '../tables.ts'

defineFinder({
  code: 'organisation',
  order: 10,
  name: '单位',
  may: 'staff:members',
  isWithin: true,
  find: async (ctx, typed, limit) => {
    const where = permissionCondition(ctx, 'staff:members', organisation.provinceCode)
    const caller = isCompanyOfCaller(ctx, typed)
    const called = caller ? await idsWhere(ctx, and(where, caller), limit) : []
    const named = await findByName(ctx, typed, limit, {
      from: organisation,
      id: organisation.id,
      words: organisation.words,
      heading: organisation.heading,
      title: organisation.name,
      where,
    })
    const ids = [...new Set([...called, ...named])].slice(0, limit)
    const { id, name, creditCode, provinceCode, city } = organisation
    const rows = await ctx.db
      .select({ id, name, creditCode, provinceCode, city })
      .from(organisation)
      .where(inArray(id, ids))
    return orderByIds(ids, rows).map(of => ({
      title: of.name,
      about: [of.creditCode, provinceName(of.provinceCode), of.city].filter(Boolean).join(' · '),
      route: `/staff/organisations/${of.id}`,
    }))
  },
  list: typed => (isMobile(plainMobile(typed)) ? undefined : `/staff/organisations?key=${encodeURIComponent(typed)}`),
})

const idsWhere = async ({ db }: Ctx, where: SQL | undefined, limit: number): Promise<number[]> => {
  const { id } = organisation
  const rows = await db.select({ id }).from(organisation).where(where).orderBy(desc(id)).limit(limit)
  return rows.map(row => row.id)
}
