import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { statisticsContract } from '../contract.ts'
import { frequencyNames, periodName } from '../periods.ts'
import { MIN_FOR_QUARTILES } from '../statisticsWords.ts'
import { type Form, indicatorsOf, readForms } from './forms.ts'
import { findOwn } from './reports.ts'
import { type Release, toHead, workbookOf } from './sums.ts'
import { statisticsBreak, statisticsRelease, statisticsReport } from './tables.ts'

type Endpoints = typeof statisticsContract

/** Public releases of a form, oldest first: of each period the newest revision whose time has come. */
async function publicReleases({ db, now }: Pick<Ctx, 'db' | 'now'>, formId: number): Promise<Release[]> {
  const rows = await db
    .select()
    .from(statisticsRelease)
    .where(
      and(
        eq(statisticsRelease.formId, formId),
        isNull(statisticsRelease.cancelledAt),
        lte(statisticsRelease.releaseAt, now),
      ),
    )
    .orderBy(asc(statisticsRelease.period), asc(statisticsRelease.revision))
  return [...new Map(rows.map(row => [row.period, row])).values()]
}

async function findPublicForm(ctx: Pick<Ctx, 'db'>, code: string): Promise<Form> {
  const found = (await readForms(ctx)).find(one => one.code === code)
  if (!found) throw notFound('没有这张统计表')
  return found
}

async function findPublic(ctx: Ctx, code: string, period: string | undefined) {
  const form = await findPublicForm(ctx, code)
  const all = await publicReleases(ctx, form.id)
  const release = period === undefined ? all.at(-1) : all.find(one => one.period === period)
  if (!release) throw notFound('这一期还没有公布')
  return { form, all, release }
}

const frequencyName = ({ frequency }: Form) => `${frequencyNames[frequency]}报`

export const publicStatisticsHandlers = {
  'GET /app/publicity/statistics/list': async ctx => {
    const forms = await readForms(ctx)
    const listed = await Promise.all(forms.map(async form => ({ form, all: await publicReleases(ctx, form.id) })))
    return listed
      .filter(({ form, all }) => form.isOpen || all.length > 0)
      .map(({ form, all }) => ({
        code: form.code,
        name: form.name,
        frequencyName: frequencyName(form),
        newest: all.length === 0 ? null : toHead(ctx, all.at(-1)!, all),
      }))
  },
  'GET /app/publicity/statistics/detail': async (ctx, { code, period }) => {
    const { form, all, release } = await findPublic(ctx, code, period)
    const breaks = await ctx.db
      .select()
      .from(statisticsBreak)
      .where(eq(statisticsBreak.formId, form.id))
      .orderBy(asc(statisticsBreak.period))
    return {
      code,
      name: form.name,
      frequencyName: frequencyName(form),
      release: toHead(ctx, release, all),
      tables: release.tables,
      series: all.map(({ period, tables }) => {
        const total = tables.tables.find(({ code }) => code === 'total')?.rows[0]?.cells ?? {}
        return {
          period,
          periodName: periodName(period),
          totals: Object.fromEntries(Object.entries(total).map(([code, { value }]) => [code, value])),
          isEstimated: Object.values(total).some(({ estimated }) => estimated > 0),
        }
      }),
      breaks: breaks.map(({ period, indicator, explanation }) => ({
        period,
        periodName: periodName(period),
        indicator,
        explanation,
      })),
    }
  },
  'GET /app/publicity/statistics/export': async (ctx, { code, period }) => {
    const { form, release } = await findPublic(ctx, code, period)
    return workbookOf(`${form.name} ${periodName(period)}`, release.tables)
  },
  'GET /member/statistics/position': async (ctx, asked) => {
    const { of, form } = await findOwn(ctx, asked)
    const release = (await publicReleases(ctx, form.id)).find(one => one.period === asked.period)
    if (!release) return { isPublished: false, rows: null }
    // Who did not report, or was not counted, sees what all see.
    if (of.state !== 'accepted') return { isPublished: true, rows: null }
    const reports = await ctx.db
      .select({ values: statisticsReport.values })
      .from(statisticsReport)
      .where(
        and(
          eq(statisticsReport.formId, form.id),
          eq(statisticsReport.period, asked.period),
          eq(statisticsReport.state, 'accepted'),
        ),
      )
    const total = release.tables.tables.find(({ code }) => code === 'total')?.rows[0]?.cells ?? {}
    const rows = (await indicatorsOf(ctx, form)).flatMap(({ code, name, unit, decimals }) => {
      const own = of.values[code]
      if (own === null || own === undefined) return []
      const cell = total[code]
      const values = reports.flatMap(({ values }) => values[code] ?? []).toSorted((a, b) => a - b)
      const companies = values.length + (cell?.estimated ?? 0)
      const isOpen = cell !== undefined && !cell.isWithheld && cell.value !== null
      return {
        code,
        name,
        unit,
        own,
        average: isOpen && companies > 0 ? round(cell.value! / companies, decimals) : null,
        ...quartilesOf(isOpen ? values : [], decimals),
      }
    })
    return { isPublished: true, rows }
  },
} satisfies Partial<Handlers<Endpoints>>

const round = (value: number, decimals: number) => Number(value.toFixed(decimals))

/**
 * Quartiles of sorted values, each the mean of the three values around its place: no quartile is the value of one company.
 * None where too few reported.
 */
export function quartilesOf(sorted: readonly number[], decimals: number) {
  if (sorted.length < MIN_FOR_QUARTILES) return { lower: null, median: null, upper: null }
  const around = (share: number) => {
    const at = Math.round((sorted.length - 1) * share)
    const three = sorted.slice(at - 1, at + 2)
    return round(three.reduce((sum, value) => sum + value, 0) / three.length, decimals)
  }
  return { lower: around(0.25), median: around(0.5), upper: around(0.75) }
}
