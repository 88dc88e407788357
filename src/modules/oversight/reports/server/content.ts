import { dayOf, iso, previousMonth } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import { figureText } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type ChartTable, readCharts } from '#lib/server/oversight/charts.ts'
import { comparedMonths, countMonthFigures } from '#lib/server/oversight/monthFigures.ts'
import { partsInUse, readPublicConfig } from '#modules/settings/server/settings.ts'
import type { ReportContent, ReportSection } from '../contract.ts'
import { MONTH_BLOCK, TEXT_BLOCK } from '../reportForm.ts'
import type { councilReport, ReportBlock } from './tables.ts'

type Report = typeof councilReport.$inferSelect

export const lastMonth = (today: string) => previousMonth(today.slice(0, 7))

/** Counts a report of a month now; the last month by default. */
export async function countReport(ctx: Ctx, { name, blocks }: Report, asked?: string): Promise<ReportContent> {
  const today = dayOf(ctx.now)
  const month = asked ?? lastMonth(today)
  if (month > today.slice(0, 7)) throw invalid('这个月还没有开始', { month: '这个月还没有开始' })
  const { association, colour } = await readPublicConfig(ctx)
  const hasCharts = blocks.some(({ block }) => block !== MONTH_BLOCK && block !== TEXT_BLOCK)
  const charts = hasCharts ? await readCharts(ctx, { today, year: Number(month.slice(0, 4)) }) : []
  const sections: ReportSection[] = []
  for (const one of blocks) sections.push(await sectionOf(ctx, one, { month, charts }))
  return {
    association: association.name,
    colour: colour ?? null,
    title: name,
    month,
    countedAt: iso(ctx.now),
    sections,
  }
}

type Counted = { month: string; charts: readonly ChartTable[] }

async function sectionOf(ctx: Ctx, { block, title, text }: ReportBlock, { month, charts }: Counted) {
  if (block === TEXT_BLOCK) return { title, text, table: null }
  if (block === MONTH_BLOCK) return { title: title || `${month} 的数字`, text, table: await monthTable(ctx, month) }
  const chart = charts.find(({ code }) => code === block)
  if (!chart) return { title, text: [text, '这个版块现在没有数据。'].filter(Boolean).join('\n'), table: null }
  return { title: title || chart.title, text, table: chartTable(chart) }
}

async function monthTable(ctx: Ctx, month: string) {
  const figures = await countMonthFigures(ctx, { month, inUse: await partsInUse(ctx) })
  const months = comparedMonths(month, ctx.now)
  return {
    note: months.map(({ name, from, to }) => `${name}：${from} 至 ${to}`).join('；'),
    columns: ['项目', ...months.map(({ name }) => name)],
    rows: figures.map(({ name, unit, values }) => [
      `${name}（${unit}）`,
      ...values.map(value => figureText(value, unit)),
    ]),
  }
}

const chartTable = ({ note, unit, series, rows }: ChartTable) => ({
  note,
  columns: ['项目', ...series.map(name => `${name}（${unit}）`)],
  rows: rows.map(({ name, values }) => [name, ...values.map(value => figureText(value, unit))]),
})
