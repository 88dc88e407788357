import { provinces } from '#lib/provinces.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type ChartTable, defineCharts, monthly, type Scope } from '#lib/server/oversight/charts.ts'
import type { Filters } from '#lib/server/oversight/lists.ts'
import { eventKindNames } from '../kinds/server/eventKinds.ts'
import {
  countPeople,
  countTraining,
  groups,
  passRate,
  type TrainingScope,
  traineeRoute,
} from '../statistics/server/counting.ts'

defineCharts({
  order: 45,
  read: async (ctx, scope) => [...(await byKind(ctx, scope)), await byProvince(ctx, scope), await byMonth(ctx, scope)],
})

/** Courses that ended in the year, up to today. */
const periodOf = ({ year, today, provinceCode }: Scope): TrainingScope => ({
  from: `${year}-01-01`,
  to: `${year}-12-31` < today ? `${year}-12-31` : today,
  provinceCode,
})

/** Parts of those who took part. */
const parts = [
  { name: '考试合格', filters: { result: 'qualified' } },
  { name: '考试不合格', filters: { result: 'unqualified' } },
  { name: '没有参加考试', filters: { result: 'unexamined' } },
]

type People = Record<'trained' | 'examined' | 'qualified', number>
const rowOf = (name: string, { trained, examined, qualified }: People, filters: Filters) => ({
  name,
  values: [qualified, examined - qualified, trained - examined],
  routes: parts.map(one => traineeRoute({ ...filters, ...one.filters })),
})

const series = parts.map(({ name }) => name)

/** Lines of the months. */
const people = [
  { field: 'trained', name: '参训', filters: {} },
  { field: 'examined', name: '参加考试', filters: { result: 'examined' } },
  { field: 'qualified', name: '考试合格', filters: { result: 'qualified' } },
] as const
const note = ({ from, to }: TrainingScope) => `${from} 至 ${to} 结束的培训班`

/** People and hours by kind of course, counted at once. */
async function byKind(ctx: Ctx, scope: Scope): Promise<ChartTable[]> {
  const period = periodOf(scope)
  const nameOf = await eventKindNames(ctx)
  const counted = await countTraining(ctx, period, groups.kind)
  const trained: ChartTable = {
    code: 'trainingKind',
    title: '各类培训',
    note: `${note(period)}，按参训人次，其中不同的人 ${await countPeople(ctx, period)} 名；合格率为合格人数占参加考试人数`,
    kind: 'stacked',
    unit: '人次',
    series,
    rows: counted
      .toSorted((a, b) => b.trained - a.trained)
      .map(({ key, ...counts }) => {
        const rate = passRate(counts)
        const name = rate === null ? nameOf(key) : `${nameOf(key)}，合格率 ${rate}%`
        return rowOf(name, counts, { ...period, kind: key })
      }),
  }
  const credited: ChartTable = {
    code: 'trainingHours',
    title: '各类培训记入的学时',
    note: `${note(period)}，每名学员的学时相加`,
    kind: 'bars',
    unit: '学时',
    series: ['学时'],
    rows: counted
      .toSorted((a, b) => b.hours - a.hours)
      .map(({ key, hours }) => ({
        name: nameOf(key),
        values: [hours],
        routes: [traineeRoute({ ...period, kind: key, credited: 'yes' })],
      })),
  }
  return [trained, credited]
}

async function byProvince(ctx: Ctx, scope: Scope): Promise<ChartTable> {
  const period = periodOf(scope)
  const counted = await countTraining(ctx, period, groups.province)
  const named = provinces.flatMap(({ code, short }) => {
    const found = counted.find(({ key }) => key === code)
    return found ? [{ trained: found.trained, row: rowOf(short, found, { ...period, provinceCode: code }) }] : []
  })
  const unknown = counted.find(({ key }) => key === '')
  return {
    code: 'trainingProvince',
    title: '各地区参训',
    note: `${note(period)}，按报名单位的地区，人次`,
    kind: 'stacked',
    unit: '人次',
    series,
    rows: [
      ...named.toSorted((a, b) => b.trained - a.trained).map(({ row }) => row),
      ...(unknown ? [rowOf('未填写', unknown, { ...period, hasProvince: 'no' })] : []),
    ],
  }
}

async function byMonth(ctx: Ctx, scope: Scope): Promise<ChartTable> {
  const period = periodOf(scope)
  const counted = await countTraining(ctx, period, groups.month)
  const { provinceCode } = period
  return {
    code: 'trainingMonth',
    title: '每月培训',
    note: `${note(period)}，按结束日期，人次`,
    kind: 'lines',
    unit: '人次',
    series: people.map(({ name }) => name),
    rows: monthly(
      scope,
      counted.map(counts => ({ ...counts, month: Number(counts.key.slice(5)) })),
      ...people.map(({ field, filters }) => ({
        field,
        route: (from: string, to: string) =>
          traineeRoute({ from, to: to < period.to ? to : period.to, provinceCode, ...filters }),
      })),
    ),
  }
}
