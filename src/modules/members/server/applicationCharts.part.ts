import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { type ChartTable, defineCharts, inYear, monthly, monthOf, type Scope } from '#lib/server/oversight/charts.ts'
import { type Filters, routeTo } from '#lib/server/oversight/lists.ts'
import { application, applicationEvent } from '#modules/review/server/tables.ts'
import { allStates, isClosed, nameOfState, openStates } from '#modules/review/workflow.ts'
import { organisation, person } from './tables.ts'

function isIn({ provinceCode }: Scope): SQL {
  if (!provinceCode) return sql`true`
  return sql`coalesce(
    (select province_code from ${organisation} o where o.id = ${application.organisationId}),
    (select province_code from ${person} p where p.id = ${application.personId})) = ${provinceCode}`
}

const routeOf = ({ provinceCode }: Scope, filters: Filters) => routeTo('/staff/review', { ...filters, provinceCode })

defineCharts({ order: 30, read: async (ctx, scope) => [await byMonth(ctx, scope), await byStage(ctx, scope)] })

async function byMonth({ db }: Ctx, scope: Scope): Promise<ChartTable> {
  const { submittedAt, decidedAt, state } = application
  const isOver = inArray(state, allStates().filter(isClosed))
  const { rows } = await db.execute<{ month: number }>(sql`
    select month, sum(submitted) as submitted, sum(approved) as approved, sum(ended) as ended from (
      select ${monthOf(submittedAt)} as month, 1 as submitted, 0 as approved, 0 as ended from ${application}
      where ${inYear(submittedAt, scope.year)} and ${state} <> 'draft' and ${isIn(scope)}
      union all
      select ${monthOf(decidedAt)}, 0, (${state} = 'approved')::int, (${state} <> 'approved')::int from ${application}
      where ${inYear(decidedAt, scope.year)} and ${submittedAt} is not null and ${isOver} and ${isIn(scope)}
    ) steps group by 1`)
  return {
    code: 'applicationMonth',
    title: '每月申请',
    note: `${scope.year} 年，按首次提交与办结的日期`,
    kind: 'lines',
    unit: '份',
    series: ['提交', '通过', '未通过、撤回、超期'],
    rows: monthly(
      scope,
      rows,
      { field: 'submitted', route: (from, to) => routeOf(scope, { status: 'all', from, to }) },
      {
        field: 'approved',
        route: (from, to) => routeOf(scope, { status: 'approved', decidedFrom: from, decidedTo: to }),
      },
      { field: 'ended', route: (from, to) => routeOf(scope, { status: 'ended', decidedFrom: from, decidedTo: to }) },
    ),
  }
}

/** Median days in each state, over the applications that left the state that year. */
async function byStage({ db }: Ctx, scope: Scope): Promise<ChartTable> {
  const { applicationId, at, id, from } = applicationEvent
  const { rows } = await db.execute<{ state: string; days: number; n: number }>(sql`
    select state, percentile_cont(0.5) within group (order by extract(epoch from left_at - entered_at)) / 86400 as days,
      count(*) as n
    from (
      select ${from} as state, ${at} as left_at, lag(${at}) over (partition by ${applicationId} order by ${id}) as entered_at
      from ${applicationEvent} join ${application} on ${application.id} = ${applicationId} where ${isIn(scope)}
    ) stays
    where entered_at is not null and state <> 'draft' and ${inYear(sql`left_at`, scope.year)} group by 1`)
  const found = openStates().flatMap(state => rows.filter(row => row.state === state).map(row => ({ ...row, state })))
  return {
    code: 'applicationStage',
    title: '各环节办理天数的中位数',
    note: `${scope.year} 年离开该环节的申请`,
    kind: 'bars',
    unit: '天',
    series: ['天数'],
    rows: found.map(({ state, days, n }) => ({
      name: `${nameOfState(state)}（${n} 次）`,
      values: [Math.round(days * 10) / 10],
      routes: [null],
    })),
  }
}
