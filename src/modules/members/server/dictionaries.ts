import { ne, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { countsOf, defineDictionary, uses } from '#modules/settings/server/dictionaries.ts'
import type { OrganisationChoices } from '../organisationForm.ts'
import { organisation } from './tables.ts'

/** 行业类别: what an organisation does; one may do several things. */
export const trades = defineDictionary({
  code: 'trade',
  name: '行业类别',
  hint: '单位资料、入会申请、会员名录与单位列表中的行业类别。一个也没有时，各处都不问。',
  uses: async ({ db }) => {
    const code = sql<string>`unnest(${organisation.categories})`
    const named = db
      .select({ code: code.as('code') })
      .from(organisation)
      .as('named')
    return countsOf(await db.select({ code: named.code, uses }).from(named).groupBy(named.code))
  },
  records: { permission: 'staff:members', route: code => `/staff/organisations?category=${code}` },
})

/** 单位性质 */
export const natures = defineDictionary({
  code: 'nature',
  name: '单位性质',
  hint: '单位资料、入会申请与单位评价申请中的单位性质。',
  uses: async ({ db }) =>
    countsOf(
      await db
        .select({ code: organisation.nature, uses })
        .from(organisation)
        .where(ne(organisation.nature, ''))
        .groupBy(organisation.nature),
    ),
  records: { permission: 'staff:members', route: code => `/staff/organisations?nature=${code}` },
})

/** What the forms of an organisation offer. */
export async function organisationChoices(ctx: Pick<Ctx, 'db'>): Promise<OrganisationChoices> {
  return { trades: await trades.options(ctx), natures: await natures.options(ctx) }
}
