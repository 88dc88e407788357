import { sql } from 'drizzle-orm'
import { addDays } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type ChartTable, defineCharts, monthly, type Scope } from '#lib/server/oversight/charts.ts'
import { type Filters, routeTo } from '#lib/server/oversight/lists.ts'
import { type CertificateStatus, EXPIRING_DAYS, statusNames } from '../status.ts'
import { hasStatus } from './filters.ts'
import { certificate } from './tables.ts'

const registers = {
  qualification: '单位能力',
  personnel: '人员',
  membership: '会员',
  award: '获奖',
  appointment: '聘书',
}
/** Order of the series in the chart, most relevant status first. */
const statuses: readonly CertificateStatus[] = [
  ...(['valid', 'expiring', 'suspended', 'expired'] as const),
  ...(['notYet', 'revoked', 'cancelled', 'replaced'] as const),
]

const isIn = ({ provinceCode }: Scope) =>
  provinceCode ? sql`${certificate.provinceCode} = ${provinceCode}` : sql`true`

const routeOf = ({ provinceCode }: Scope, filters: Filters) =>
  routeTo('/staff/certificates', { ...filters, provinceCode })

defineCharts({
  order: 20,
  read: async (ctx, scope) => [await byStatus(ctx, scope), await byLevel(ctx, scope), await byMonth(ctx, scope)],
})

/**
 * Assigns each certificate to exactly one status: `expiring` is excluded from `valid`; a certificate without an end is
 * never `expiring`.
 */
const standsAs = (status: CertificateStatus, today: string) =>
  status === 'valid'
    ? sql`${hasStatus('valid', today)} and (${hasStatus('expiring', today)}) is not true`
    : hasStatus(status, today)

/** The same by the filters of the list. */
const filtersFor = (status: CertificateStatus, today: string): Filters =>
  status === 'valid' ? { status, validFrom: addDays(today, EXPIRING_DAYS + 1) } : { status }

async function byStatus({ db }: Ctx, scope: Scope): Promise<ChartTable> {
  const counts = statuses.map(status => sql`count(*) filter (where ${standsAs(status, scope.today)})`)
  const { rows } = await db.execute<{ register: string; counts: number[] }>(sql`
    select ${certificate.register} as register, array[${sql.join(counts, sql`, `)}]::int[] as counts
    from ${certificate} where ${isIn(scope)} group by 1`)
  const used = statuses.filter((_, i) => rows.some(({ counts }) => counts[i]! > 0))
  return {
    code: 'certificateStatus',
    title: '各类证书的状态',
    note: `截至 ${scope.today}`,
    kind: 'stacked',
    unit: '张',
    series: used.map(status => statusNames[status]),
    rows: Object.entries(registers).map(([register, name]) => {
      const row = rows.find(one => one.register === register)
      return {
        name,
        values: used.map(status => row?.counts[statuses.indexOf(status)] ?? 0),
        routes: used.map(status => routeOf(scope, { register, ...filtersFor(status, scope.today) })),
      }
    }),
  }
}

const MAX_LEVELS = 20

async function byLevel({ db }: Ctx, scope: Scope): Promise<ChartTable> {
  const isValid = hasStatus('valid', scope.today)
  const { rows } = await db.execute<{
    register: string
    kindCode: string
    levelCode: string
    name: string
    n: number
  }>(sql`
    select most.*, named.name from (
      select register, kind_code as "kindCode", level_code as "levelCode", count(*) as n from ${certificate}
      where register <> 'membership' and ${isValid} and ${isIn(scope)}
      group by 1, 2, 3 order by n desc, 1, 2, 3 limit ${MAX_LEVELS}
    ) most cross join lateral (
      select concat_ws(' ', kind_name, nullif(level_name, '')) as name from ${certificate}
      where register = most.register and kind_code = most."kindCode" and level_code = most."levelCode"
      order by issued_on desc, id desc limit 1
    ) named order by n desc, name`)
  return {
    code: 'certificateLevel',
    title: '有效证书最多的种类与级别',
    note: `截至 ${scope.today}，前 ${MAX_LEVELS} 种`,
    kind: 'bars',
    unit: '张',
    series: ['有效'],
    rows: rows.map(({ name, n, register, kindCode, levelCode }) => ({
      name,
      values: [n],
      routes: [routeOf(scope, { status: 'valid', register, kindCode, levelCode: levelCode || undefined })],
    })),
  }
}

async function byMonth({ db }: Ctx, scope: Scope): Promise<ChartTable> {
  const { rows } = await db.execute<{ month: number }>(sql`
    select extract(month from issued_on)::int as month, count(*) filter (where register = 'qualification') as qualification,
      count(*) filter (where register = 'personnel') as personnel,
      count(*) filter (where register = 'membership') as membership,
      count(*) filter (where register = 'award') as award,
      count(*) filter (where register = 'appointment') as appointment
    from ${certificate} where issued_on between ${`${scope.year}-01-01`} and ${`${scope.year}-12-31`} and ${isIn(scope)}
    group by 1`)
  return {
    code: 'certificateMonth',
    title: '每月发证',
    note: `${scope.year} 年，按发证日期`,
    kind: 'lines',
    unit: '张',
    series: Object.values(registers),
    rows: monthly(
      scope,
      rows,
      ...Object.keys(registers).map(register => ({
        field: register,
        route: (issuedFrom: string, issuedTo: string) => routeOf(scope, { register, issuedFrom, issuedTo }),
      })),
    ),
  }
}
