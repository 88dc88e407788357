import { ne, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Ctx } from '#lib/server/api/context.ts'
import { countsOf, defineDictionary, sumOf, uses } from '#modules/settings/server/dictionaries.ts'
import type { OrganisationAsking } from '../organisationForm.ts'
import { readDemands } from './profileRules.ts'
import { organisation, organisationContact, person } from './tables.ts'

/** 行业类别: what an organisation does; one may do several things. */
export const trades = defineDictionary({
  code: 'trade',
  order: 10,
  name: '行业类别',
  hint: '单位资料、入会申请、会员名录与单位列表中的行业类别。一个也没有时，各处都不问。',
  uses: ctx => countListedCodes(ctx, organisation.categories),
  records: { permission: 'staff:members', route: code => `/staff/organisations?category=${code}` },
})

/** Counts the records by each code in a list column. */
async function countListedCodes({ db }: Pick<Ctx, 'db'>, column: PgColumn) {
  const listed = db
    .select({ code: sql<string>`unnest(${column})`.as('code') })
    .from(column.table)
    .as('listed')
  return countsOf(await db.select({ code: listed.code, uses }).from(listed).groupBy(listed.code))
}

/** 标签: what staff sort organisations by among themselves. */
export const organisationTags = defineDictionary({
  code: 'organisationTag',
  order: 20,
  name: '单位标签',
  hint: '工作人员给单位打的标签，在单位和会员名册里筛选用；只在后台可见。',
  isInternal: true,
  uses: ctx => countListedCodes(ctx, organisation.tags),
  records: { permission: 'staff:members', route: code => `/staff/organisations?tag=${code}` },
})

export const personTags = defineDictionary({
  code: 'personTag',
  order: 30,
  name: '人员标签',
  hint: '工作人员给人员打的标签，在人员名册里筛选用；只在后台可见，本人查阅、复制个人信息时给出。',
  isInternal: true,
  uses: ctx => countListedCodes(ctx, person.tags),
  records: { permission: 'staff:members', route: code => `/staff/persons?tag=${code}` },
})

/** 单位性质 */
export const natures = defineDictionary({
  code: 'nature',
  order: 40,
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

/** Rank that a title counts as, or none. */
const titleTraits = [
  { code: 'senior', name: '计作高级职称' },
  { code: 'middle', name: '计作中级职称' },
  { code: 'junior', name: '计作初级职称' },
  { code: 'none', name: '不计作职称' },
] as const
export type TitleTrait = (typeof titleTraits)[number]['code']

/** Counts the records by each value of a text column. */
const countWords = async ({ db }: Pick<Ctx, 'db'>, column: PgColumn) =>
  countsOf(
    await db
      .select({ code: sql<string>`${column}`, uses })
      .from(column.table)
      .where(ne(column, ''))
      .groupBy(column),
  )

/** 职称. What an entry counts as is said of the words, whoever has them. */
export const titles = defineDictionary({
  code: 'jobTitle',
  order: 50,
  name: '职称',
  hint: '人员、专家与参训人员填写职称时可以选用，也可以另填；级别条件按“计作”的一级计数，没有选的按名称判断。',
  kept: 'name',
  uses: ctx => countWords(ctx, person.jobTitle),
  records: { permission: 'staff:members', route: name => `/staff/persons?jobTitle=${encodeURIComponent(name)}` },
  traits: titleTraits,
  hasOneTrait: true,
})

/** 职务, of people and of who speaks for an organisation. */
export const posts = defineDictionary({
  code: 'position',
  order: 60,
  name: '职务',
  hint: '人员、单位联系人与参训人员填写职务时可以选用，也可以另填。',
  kept: 'name',
  uses: async ctx => {
    const columns = [person.position, organisationContact.position, organisation.legalTitle]
    return sumOf(await Promise.all(columns.map(column => countWords(ctx, column))))
  },
})

/** Reads what the association asks of an organisation; `answered`: values that stay in the form all the same. */
export async function organisationAsking(ctx: Pick<Ctx, 'db'>, answered?: object): Promise<OrganisationAsking> {
  const [trade, nature, demands] = await Promise.all([
    trades.options(ctx),
    natures.options(ctx),
    readDemands(ctx, 'organisation'),
  ])
  return { trades: trade, natures: nature, demands, answered }
}
