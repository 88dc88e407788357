import type { Output, Parsed } from '#lib/contract.ts'
import { addDays, dayOf, iso, lastDayOfMonth } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import { provinces } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import { eventKindNames, eventKindOptions } from '#modules/training/kinds/server/eventKinds.ts'
import type { TrainingLine, trainingStatisticsContract } from '../contract.ts'
import { measures } from '../measures.ts'
import { countPeople, countTraining, groups, lineOf, type TrainingScope } from './counting.ts'

type Endpoints = typeof trainingStatisticsContract
type Answer = Output<Endpoints['GET /staff/training/statistics']>

const MAX_MONTHS = 60

export const trainingStatisticsHandlers = {
  'GET /staff/training/statistics': showTraining,
  'GET /staff/training/statistics/export': async (ctx, asked) => {
    const { from, to, tables } = await showTraining(ctx, asked)
    await record(ctx, { action: 'course.exportStatistics', detail: { from, to } })
    return sendWorkbook(
      `培训统计-${from}至${to}`,
      ...tables.map(({ title, heading, rows, total }) => ({
        name: title,
        columns: [
          { title: heading, width: 24, value: (row: TrainingLine) => row.name },
          ...measures.map(({ name }, i) => ({ title: name, width: 12, value: (row: TrainingLine) => row.values[i] })),
        ],
        rows: [...rows, total],
      })),
    )
  },
} satisfies Partial<Handlers<Endpoints>>

async function showTraining(ctx: Ctx, asked: Parsed<Endpoints['GET /staff/training/statistics']>): Promise<Answer> {
  const scope = scopeOf(ctx, asked)
  const months = monthsBetween(scope.from, scope.to)
  const [kinds, byKind, byProvince, byMonth, people] = [
    await eventKindOptions(ctx),
    await countTraining(ctx, scope, groups.kind),
    await countTraining(ctx, scope, groups.province),
    await countTraining(ctx, scope, groups.month),
    await countPeople(ctx, scope),
  ]
  const total = lineOf('合计', await totalOf(ctx, scope), { ...scope })
  const kindName = await eventKindNames(ctx)
  const provinceRows = provinces.flatMap(({ code, short }) => {
    const found = byProvince.find(({ key }) => key === code)
    return found ? [lineOf(short, found, { ...scope, provinceCode: code })] : []
  })
  const unknown = byProvince.find(({ key }) => key === '')
  if (unknown) provinceRows.push(lineOf('未填写', unknown, { ...scope, hasProvince: 'no' }))
  const used = byKind.filter(({ key }) => !kinds.some(({ code }) => code === key)).map(({ key }) => key)
  const kindCodes = scope.kind ? [scope.kind] : [...kinds.map(({ code }) => code), ...used]
  return {
    ...scope,
    countedAt: iso(ctx.now),
    measures: measures.map(({ code, name }) => ({ code, name })),
    people,
    tables: [
      {
        code: 'kind',
        title: '按类别',
        heading: '培训类别',
        rows: kindCodes.map(kind =>
          lineOf(
            kindName(kind),
            byKind.find(({ key }) => key === kind),
            { ...scope, kind },
          ),
        ),
        total,
      },
      { code: 'province', title: '按地区', heading: '地区', rows: provinceRows, total },
      {
        code: 'month',
        title: '按月份',
        heading: '月份',
        rows: months.map(({ month, first, last }) =>
          lineOf(
            month,
            byMonth.find(({ key }) => key === month),
            { ...scope, from: first, to: last },
          ),
        ),
        total,
      },
    ],
  }
}

/** A course that trainees of several provinces attend is one course of the total. */
async function totalOf(ctx: Ctx, scope: TrainingScope) {
  const [all] = await countTraining(ctx, scope, groups.all)
  return all
}

/** The current year by default; courses that have not ended are not counted. */
function scopeOf({ now }: Ctx, asked: { from?: string; to?: string; kind?: string; provinceCode?: string }) {
  const today = dayOf(now)
  const last = asked.to && asked.to < today ? asked.to : today
  const from = asked.from ?? `${last.slice(0, 4)}-01-01`
  if (from > last) throw invalid('起始日期不能晚于截止日期和今天', { from: '不能晚于截止日期和今天' })
  if (monthsBetween(from, last).length > MAX_MONTHS)
    throw invalid(`一次最多统计 ${MAX_MONTHS} 个月`, { from: `一次最多统计 ${MAX_MONTHS} 个月` })
  return { from, to: last, kind: asked.kind, provinceCode: asked.provinceCode }
}

/** Months of a period; the first and the last may be cut short. */
function monthsBetween(from: string, to: string) {
  const months: { month: string; first: string; last: string }[] = []
  for (let first = from; first <= to && months.length <= MAX_MONTHS; ) {
    const month = first.slice(0, 7)
    const end = lastDayOfMonth(month)
    months.push({ month, first, last: end < to ? end : to })
    first = addDays(end, 1)
  }
  return months
}
