import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { routeTo } from '#lib/server/oversight/lists.ts'
import { defineMonthFigures, type MonthScope } from '#lib/server/oversight/monthFigures.ts'
import { hasEnded, wasMemberOn } from './memberOn.ts'
import { holderProvince, memberSources } from './memberRows.ts'
import { member } from './tables.ts'

const count = async ({ db }: Ctx, { provinceCode }: MonthScope, condition: SQL) => {
  const isIn = provinceCode ? sql`${holderProvince} = ${provinceCode}` : sql`true`
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from ${memberSources} where ${condition} and ${isIn}`,
  )
  return rows[0]!.n
}

defineMonthFigures(
  {
    order: 10,
    code: 'members',
    name: '会员总数',
    unit: '家/人',
    note: '月末（本月为今天）在册的会员',
    count: (ctx, scope) => count(ctx, scope, wasMemberOn(scope.to)),
    route: ({ to, provinceCode }) => routeTo('/staff/members', { memberOn: to, provinceCode }),
  },
  {
    order: 11,
    code: 'joined',
    name: '入会',
    unit: '家/人',
    note: '按入会日期',
    count: (ctx, scope) => count(ctx, scope, sql`${member.joinedOn} between ${scope.from} and ${scope.to}`),
    route: ({ from, to, provinceCode }) => routeTo('/staff/members', { joinedFrom: from, joinedTo: to, provinceCode }),
  },
  {
    order: 12,
    code: 'left',
    name: '退会、终止',
    unit: '家/人',
    note: '按终止日期',
    count: (ctx, scope) =>
      count(ctx, scope, sql`${hasEnded} and ${member.endedOn} between ${scope.from} and ${scope.to}`),
    route: ({ from, to, provinceCode }) =>
      routeTo('/staff/members', { status: 'ended', endedFrom: from, endedTo: to, provinceCode }),
  },
)
