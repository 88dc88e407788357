import { type SQL, sql } from 'drizzle-orm'
import { provinces } from '#lib/provinces.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type ChartTable, defineCharts, monthly, type Scope } from '#lib/server/oversight/charts.ts'
import { type Filters, routeTo } from '#lib/server/oversight/lists.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { endedStatuses } from '../words.ts'
import { member, memberLevel } from './tables.ts'

const isMember = sql`m.status <> all(${sql.param(endedStatuses)}::text[])`
/** Members with the province of their organisation, or of the person. */
const members = sql`(
  select ${member}.*, coalesce(o.province_code, p.province_code) as province from ${member}
  left join ${organisation} o on o.id = ${member.organisationId} left join ${person} p on p.id = ${member.personId}
) m`
const isIn = ({ provinceCode }: Scope): SQL => (provinceCode ? sql`m.province = ${provinceCode}` : sql`true`)

const kinds = ['organisation', 'person'] as const
const routeOf = ({ provinceCode }: Scope, filters: Filters) => routeTo('/staff/members', { provinceCode, ...filters })

defineCharts({
  order: 10,
  read: async (ctx, scope) => [await byProvince(ctx, scope), await byLevel(ctx, scope), await byMonth(ctx, scope)],
})

async function byProvince({ db }: Ctx, scope: Scope): Promise<ChartTable> {
  const { rows } = await db.execute<{ province: string; organisations: number; persons: number }>(sql`
    select m.province, count(*) filter (where m.kind = 'organisation') as organisations,
      count(*) filter (where m.kind = 'person') as persons
    from ${members} where ${isMember} and ${isIn(scope)} group by 1`)
  const named = provinces.flatMap(({ code, short }) => {
    const row = rows.find(({ province }) => province === code)
    const routes = kinds.map(kind => routeOf(scope, { status: 'current', kind, provinceCode: code }))
    return row ? { name: short, values: [row.organisations, row.persons], routes } : []
  })
  const unknown = rows.find(({ province }) => !province)
  const rest = unknown
    ? [{ name: '未填写', values: [unknown.organisations, unknown.persons], routes: [null, null] }]
    : []
  return {
    code: 'memberProvince',
    title: '各地区会员',
    note: `截至 ${scope.today} 在册的会员`,
    kind: 'stacked',
    unit: '家/人',
    series: ['单位会员', '个人会员'],
    rows: [...named.sort((a, b) => sum(b.values) - sum(a.values)), ...rest],
  }
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

async function byLevel({ db }: Ctx, scope: Scope): Promise<ChartTable> {
  const { rows } = await db.execute<{ code: number; name: string; n: number }>(sql`
    select ${memberLevel.code} as code, ${memberLevel.name} as name, count(m.id) as n
    from ${memberLevel} left join ${members} on m.level_code = ${memberLevel.code} and ${isMember} and ${isIn(scope)}
    group by ${memberLevel.code} order by ${memberLevel.sort}`)
  return {
    code: 'memberLevel',
    title: '各级别会员',
    note: `截至 ${scope.today} 在册的会员`,
    kind: 'bars',
    unit: '家/人',
    series: ['会员'],
    rows: rows.map(({ code, name, n }) => ({
      name,
      values: [n],
      routes: [routeOf(scope, { status: 'current', levelCode: String(code) })],
    })),
  }
}

async function byMonth({ db }: Ctx, scope: Scope): Promise<ChartTable> {
  const [from, to] = [`${scope.year}-01-01`, `${scope.year}-12-31`]
  const { rows } = await db.execute<{ month: number; joined: number; left: number }>(sql`
    select month, sum(joined) as joined, sum(gone) as "left" from (
      select extract(month from m.joined_on)::int as month, 1 as joined, 0 as gone from ${members}
      where m.joined_on between ${from} and ${to} and ${isIn(scope)}
      union all
      select extract(month from m.ended_on)::int, 0, 1 from ${members}
      where m.ended_on between ${from} and ${to} and not ${isMember} and ${isIn(scope)}
    ) changes group by 1`)
  return {
    code: 'memberMonth',
    title: '每月入会与退会',
    note: `${scope.year} 年，按入会日期与终止日期`,
    kind: 'lines',
    unit: '家/人',
    series: ['入会', '退会、终止'],
    rows: monthly(
      scope,
      rows,
      { field: 'joined', route: (joinedFrom, joinedTo) => routeOf(scope, { joinedFrom, joinedTo }) },
      { field: 'left', route: (endedFrom, endedTo) => routeOf(scope, { status: 'ended', endedFrom, endedTo }) },
    ),
  }
}
