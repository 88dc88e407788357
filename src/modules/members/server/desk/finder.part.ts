import { inArray } from 'drizzle-orm'
import { provinceName } from '#lib/provinces.ts'
import { permissionCondition } from '#lib/server/api/permissionLimits.ts'
import { defineFinder } from '#lib/server/oversight/finders.ts'
import { findByName, orderByIds } from '#lib/server/search/nameSearch.ts'
import { organisation } from '../tables.ts'

defineFinder({
  code: 'organisation',
  order: 10,
  name: '单位',
  may: 'staff:members',
  isWithin: true,
  find: async (ctx, typed, limit) => {
    const ids = await findByName(ctx, typed, limit, {
      from: organisation,
      id: organisation.id,
      words: organisation.words,
      heading: organisation.heading,
      title: organisation.name,
      where: permissionCondition(ctx, 'staff:members', organisation.provinceCode),
    })
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
  list: typed => `/staff/organisations?key=${encodeURIComponent(typed)}`,
})
