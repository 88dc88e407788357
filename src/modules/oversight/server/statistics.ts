import { LRUCache } from 'lru-cache'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf, iso } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type ChartTable, readCharts, type Scope } from '#lib/server/oversight/charts.ts'
import { comparedMonths, countMonthFigures } from '#lib/server/oversight/monthFigures.ts'
import { sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import { partsInUse } from '#modules/settings/server/settings.ts'
import type { staffOversightContract } from '../staffContract.ts'

type Endpoints = typeof staffOversightContract
type StatisticsInput = Parsed<Endpoints['GET /staff/statistics/export']>
type Answer = Output<Endpoints['GET /staff/statistics']>

/** Cache duration in ms: several screens and users request the same figures at the same moment. */
const CACHE_TTL_MS = 10_000
const SELECTABLE_YEARS = 5
/** One cache per site: tests run several in one process. */
const caches = new WeakMap<object, LRUCache<string, Answer>>()

/** Counts directly from the records; results are cached for some seconds. */
export async function showStatistics(ctx: Ctx, asked: StatisticsInput): Promise<Answer> {
  const known = caches.get(ctx.store) ?? new LRUCache<string, Answer>({ max: 100, ttl: CACHE_TTL_MS })
  caches.set(ctx.store, known)
  const key = `${asked.year} ${asked.provinceCode}`
  const found = known.get(key)
  if (found) return found
  const answer = await countCharts(ctx, asked)
  known.set(key, answer)
  return answer
}

async function countCharts(ctx: Ctx, asked: StatisticsInput): Promise<Answer> {
  const today = dayOf(ctx.now)
  const thisYear = Number(today.slice(0, 4))
  const scope: Scope = { today, year: asked.year ?? thisYear, provinceCode: asked.provinceCode }
  const charts = await readCharts(ctx, scope)
  const years = Array.from({ length: SELECTABLE_YEARS }, (_, i) => thisYear - i)
  return { year: scope.year, years, countedAt: iso(ctx.now), charts }
}

export const statisticsHandlers = {
  'GET /staff/statistics': showStatistics,
  'GET /staff/statistics/month': async (ctx, { month = dayOf(ctx.now).slice(0, 7), provinceCode }) => {
    if (month > dayOf(ctx.now).slice(0, 7)) throw invalid('这个月还没有开始', { month: '这个月还没有开始' })
    const figures = await countMonthFigures(ctx, { month, provinceCode, inUse: await partsInUse(ctx) })
    return { month, countedAt: iso(ctx.now), months: comparedMonths(month, ctx.now), figures }
  },
  'GET /staff/statistics/export': async (ctx, asked) => {
    const { year, charts } = await showStatistics(ctx, asked)
    const area = asked.provinceCode ? provinceName(asked.provinceCode) : '全部地区'
    await record(ctx, { action: 'statistics.export', detail: { year, area } })
    return sendWorkbook(`统计-${year}-${area}`, ...charts.map(sheetOf))
  },
} satisfies Partial<Handlers<Endpoints>>

const sheetOf = ({ title, unit, series, rows }: ChartTable) => ({
  name: title,
  columns: [
    { title: '项目', width: 24, value: (row: ChartTable['rows'][number]) => row.name },
    ...series.map((name, i) => ({
      title: `${name}（${unit}）`,
      value: (row: ChartTable['rows'][number]) => row.values[i],
    })),
  ],
  rows,
})
