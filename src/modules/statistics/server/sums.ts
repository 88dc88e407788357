import { and, asc, desc, eq, gte, isNull, lte } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { iso, minute } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { actingAccount, type Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { lockObjectType } from '#modules/audit/server/changes.ts'
import { record } from '#modules/audit/server/record.ts'
import { trades } from '#modules/members/server/dictionaries.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { refuseForbiddenWords } from '#modules/settings/server/publicWords.ts'
import { formatNumber } from '../checks.ts'
import { type Estimate, estimateOf, groupsOf, type History, isActive, valueOfGroup } from '../estimates.ts'
import { periodName, previousPeriod, samePeriodLastYear, shiftPeriod } from '../periods.ts'
import { type Counted, makeTables, type Withheld } from '../releaseTables.ts'
import type { staffStatisticsContract } from '../staffContract.ts'
import {
  ESTIMATE_MARK,
  type ReleasedCell,
  type ReleasedTables,
  type ReleaseState,
  releaseStateNames,
  type Size,
  sizeNames,
  tableNames,
  WITHHELD,
} from '../statisticsWords.ts'
import { type Form, type FormIndicator, findForm, indicatorsOf, refuseWrongPeriod } from './forms.ts'
import { statisticsRelease, statisticsReport, statisticsReporter } from './tables.ts'

type Endpoints = typeof staffStatisticsContract
export type Release = typeof statisticsRelease.$inferSelect

/** Periods that estimates and comparisons look back on. */
const PERIODS_READ = 13
const MAX_DAYS_AHEAD = 180
const DAY_MS = 86_400_000

/** The reporters of a form, with their checked reports of the last periods. */
async function readHistory({ db }: Pick<Ctx, 'db'>, form: Form, period: string) {
  const reporters = await db
    .select({ of: statisticsReporter, organisationName: organisation.name, provinceCode: organisation.provinceCode })
    .from(statisticsReporter)
    .innerJoin(organisation, eq(organisation.id, statisticsReporter.organisationId))
    .where(eq(statisticsReporter.formId, form.id))
    .orderBy(asc(statisticsReporter.id))
  const reports = await db
    .select()
    .from(statisticsReport)
    .where(
      and(
        eq(statisticsReport.formId, form.id),
        gte(statisticsReport.period, shiftPeriod(form.frequency, period, -PERIODS_READ)),
        lte(statisticsReport.period, period),
      ),
    )
  const history = new Map<number, Map<string, Record<string, number | null>>>()
  for (const { reporterId, period, values, state } of reports)
    if (state === 'accepted') {
      const own = history.get(reporterId) ?? new Map()
      history.set(reporterId, own.set(period, values))
    }
  const unchecked = reports.filter(one => one.period === period && one.state === 'submitted').length
  return { reporters, history, unchecked }
}

/** Sums of a period: the checked reports, estimates of those that are missing, and what is withheld. */
export async function sumPeriod(ctx: Ctx, form: Form, period: string) {
  const indicators = await indicatorsOf(ctx, form)
  const { reporters, history, unchecked } = await readHistory(ctx, form, period)
  const all = reporters.map(({ of }) => of)
  const active = reporters.filter(({ of }) => isActive(of, period))
  const counted: Counted[] = []
  const absent: { organisationName: string; isEstimated: boolean; basis: string }[] = []
  for (const { of, organisationName, provinceCode } of active) {
    const own = history.get(of.id)?.get(period)
    const place = { trade: of.trade, region: provinceCode, size: of.size }
    if (own) {
      counted.push({ ...place, values: own, isEstimated: false })
      continue
    }
    const estimate: Estimate | undefined = estimateOf(of, all, history, {
      frequency: form.frequency,
      period,
      indicators,
    })
    if (estimate) counted.push({ ...place, values: estimate.values, isEstimated: true })
    absent.push({
      organisationName,
      isEstimated: estimate !== undefined,
      basis: estimate?.basis ?? '没有可以推算的根据，没有计入',
    })
  }
  const tradeName = await trades.names(ctx)
  const nameOfTrade = (code: string) => (code && tradeName(code)) || '未分类'
  const nameOfSize = (code: string) => sizeNames[code as Size] ?? code
  const { tables, withheld } = makeTables(
    {
      companies: counted,
      indicators,
      rules: form.rules,
      limits: { minContributors: form.minContributors, maxShare: form.maxShare, margin: form.margin },
      former: await readFormerWithheld(ctx, form, period),
    },
    {
      total: () => '合计',
      trade: nameOfTrade,
      region: provinceName,
      size: nameOfSize,
      tradeSize: key => {
        const [trade = '', size = ''] = key.split('|')
        return `${nameOfTrade(trade)} · ${nameOfSize(size)}`
      },
    },
    { asked: active.length, missing: absent.filter(({ isEstimated }) => !isEstimated).length },
  )
  return { tables, withheld, absent, unchecked, gaps: gapsOf({ form, period, indicators, reporters, history }) }
}

/** What releases of the periods that equations name withhold: it must not follow from this one. */
async function readFormerWithheld(ctx: Pick<Ctx, 'db'>, form: Form, period: string): Promise<Withheld[]> {
  const former = [previousPeriod(form.frequency, period), samePeriodLastYear(form.frequency, period)]
  const found = await Promise.all(former.map(one => newestRelease(ctx, form.id, one)))
  return found.flatMap(one => (one ? [one.withheld] : []))
}

async function newestRelease({ db }: Pick<Ctx, 'db'>, formId: number, period: string): Promise<Release | undefined> {
  const [found] = await db
    .select()
    .from(statisticsRelease)
    .where(
      and(
        eq(statisticsRelease.formId, formId),
        eq(statisticsRelease.period, period),
        isNull(statisticsRelease.cancelledAt),
      ),
    )
    .orderBy(desc(statisticsRelease.revision))
    .limit(1)
  return found
}

type Compared = {
  form: Form
  period: string
  indicators: readonly FormIndicator[]
  reporters: { of: typeof statisticsReporter.$inferSelect; organisationName: string }[]
  history: History
}

/** Companies that were split in this period, where the sum of the parts does not continue that of the whole. */
function gapsOf({ form, period, indicators, reporters, history }: Compared): string[] {
  const before = previousPeriod(form.frequency, period)
  const nameOf = new Map(reporters.map(({ of, organisationName }) => [of.id, organisationName]))
  return [...groupsOf(reporters.map(({ of }) => of)).values()].flatMap(group => {
    if (!group.some(({ fromPeriod, predecessorId }) => fromPeriod === period && predecessorId !== null)) return []
    return indicators.flatMap(({ code, name, unit, times }) => {
      const [then, now] = [valueOfGroup(group, history, before, code), valueOfGroup(group, history, period, code)]
      if (times === null || then === undefined || now === undefined || then <= 0) return []
      if (now <= then * times && now * times >= then) return []
      const names = group.filter(one => isActive(one, period)).map(({ id }) => nameOf.get(id))
      return `${names.join('、')}：分立前${name} ${formatNumber(then)} ${unit}，分立后合计 ${formatNumber(now)} ${unit}`
    })
  })
}

export function stateOf({ now }: Pick<Ctx, 'now'>, of: Release, all: readonly Release[]): ReleaseState {
  if (of.cancelledAt) return 'cancelled'
  if (of.releaseAt > now) return 'planned'
  const isReplaced = all.some(
    one => one.period === of.period && one.revision > of.revision && !one.cancelledAt && one.releaseAt <= now,
  )
  return isReplaced ? 'replaced' : 'public'
}

export const toHead = (ctx: Pick<Ctx, 'now'>, of: Release, all: readonly Release[]) => {
  const state = stateOf(ctx, of, all)
  return {
    id: of.id,
    period: of.period,
    periodName: periodName(of.period),
    revision: of.revision,
    releaseTime: iso(of.releaseAt),
    note: of.note,
    state,
    stateName: releaseStateNames[state],
  }
}

const releasesOf = ({ db }: Pick<Ctx, 'db'>, formId: number, period: string) =>
  db
    .select()
    .from(statisticsRelease)
    .where(and(eq(statisticsRelease.formId, formId), eq(statisticsRelease.period, period)))
    .orderBy(desc(statisticsRelease.revision))

async function release(
  ctx: Ctx,
  { formId, period, releaseAt, note }: Parsed<Endpoints['POST /staff/industry/release']>,
) {
  const form = await findForm(ctx, formId)
  refuseWrongPeriod(form, period)
  const at = new Date(releaseAt)
  if (at <= ctx.now) throw invalid('请选择以后的时间', { releaseAt: '请选择以后的时间' })
  if (at.getTime() > ctx.now.getTime() + MAX_DAYS_AHEAD * DAY_MS)
    throw invalid(`最远 ${MAX_DAYS_AHEAD} 天`, { releaseAt: `最远 ${MAX_DAYS_AHEAD} 天` })
  await refuseForbiddenWords(ctx, { note: '说明' }, { note })
  await lockObjectType(ctx, 'statisticsRelease')
  const former = await releasesOf(ctx, formId, period)
  if (former.some(one => stateOf(ctx, one, former) === 'planned')) throw conflict('这一期已有待公布的，请先取消')
  if (former.some(one => !one.cancelledAt) && !note)
    throw invalid('请写明修订的原因', { note: '这一期已公布过，请写明修订的原因' })
  const { tables, withheld } = await sumPeriod(ctx, form, period)
  if (tables.reported === 0) throw conflict('这一期还没有核过的报表，没有可以公布的')
  const [made] = await ctx.db
    .insert(statisticsRelease)
    .values({
      formId,
      period,
      revision: (former[0]?.revision ?? 0) + 1,
      releaseAt: at,
      tables,
      withheld,
      note,
      createdBy: actingAccount(ctx)!,
      createdAt: ctx.now,
    })
    .returning()
  await record(ctx, {
    ...named(form, made!),
    action: 'statisticsRelease.add',
    after: {
      公布时间: minute(iso(at)),
      填报: `${tables.reported} / ${tables.asked} 家，估计 ${tables.estimated} 家`,
      合计: totalsIn(tables),
      ...(note && { 修订原因: note }),
    },
  })
  return { id: made!.id }
}

const named = (form: Form, of: Release) => ({
  objectType: 'statisticsRelease',
  objectId: of.id,
  objectName: `${form.name} ${periodName(of.period)}`,
})

/** The totals in words, which a second person reads. */
const totalsIn = ({ indicators, tables }: ReleasedTables) =>
  indicators.map(({ code, name, unit }) => `${name} ${shownCell(tables[0]?.rows[0]?.cells[code])} ${unit}`).join('，')

export const shownCell = (cell: ReleasedCell | undefined): string =>
  cell?.isWithheld ? WITHHELD : cell?.value === null || cell === undefined ? '—' : formatNumber(cell.value)

/** A release as a workbook: a sheet for each table; what is withheld says so, and estimates are marked in their own column. */
export function workbookOf(name: string, { indicators, tables, reported, asked, estimated }: ReleasedTables) {
  type Line = ReleasedTables['tables'][number]['rows'][number]
  const mark = `${name}：填报 ${reported} / ${asked} 家，估计 ${estimated} 家；${WITHHELD}为保护填报单位不公布`
  return sendWorkbook(
    name,
    ...tables.map(({ code, rows }) => ({
      name: tableNames[code],
      mark,
      columns: [
        { title: '分组', width: 30, value: (row: Line) => row.name },
        ...indicators.flatMap(({ code, name, unit }) => [
          {
            title: `${name}（${unit}）`,
            width: 22,
            value: ({ cells }: Line) => (cells[code]?.isWithheld ? WITHHELD : (cells[code]?.value ?? '')),
          },
          {
            title: `${name}：估计`,
            width: 18,
            value: ({ cells }: Line) => {
              const { estimated = 0, estimatedShare = 0 } = cells[code] ?? {}
              return estimated > 0 ? `${ESTIMATE_MARK} ${estimated} 家，占 ${estimatedShare}%` : ''
            },
          },
        ]),
      ],
      rows,
    })),
  )
}

export const sumsHandlers = {
  'GET /staff/industry/sums': async (ctx, { formId, period }) => {
    const form = await findForm(ctx, formId)
    refuseWrongPeriod(form, period)
    const { withheld: _, ...sums } = await sumPeriod(ctx, form, period)
    const releases = await releasesOf(ctx, formId, period)
    return { periodName: periodName(period), ...sums, releases: releases.map(one => toHead(ctx, one, releases)) }
  },
  'GET /staff/industry/sums/export': async (ctx, { formId, period }) => {
    const form = await findForm(ctx, formId)
    refuseWrongPeriod(form, period)
    const { tables } = await sumPeriod(ctx, form, period)
    const name = `${form.name} ${periodName(period)}`
    await record(ctx, {
      action: 'statisticsForm.export',
      objectType: 'statisticsForm',
      objectId: formId,
      objectName: name,
    })
    return workbookOf(name, tables)
  },
  'POST /staff/industry/release': (ctx, given) => inTransaction(ctx, tx => release(tx, given)),
  'POST /staff/industry/release/cancel': (ctx, { id }) =>
    inTransaction(ctx, async tx => {
      const [of] = await tx.db.select().from(statisticsRelease).where(eq(statisticsRelease.id, id)).for('update')
      if (!of) throw notFound('没有这次公布')
      const state = stateOf(tx, of, [of])
      if (state !== 'planned') throw conflict(`这次公布${releaseStateNames[state]}，不能取消；有错的请修订`)
      await tx.db.update(statisticsRelease).set({ cancelledAt: tx.now }).where(eq(statisticsRelease.id, id))
      await record(tx, { ...named(await findForm(tx, of.formId), of), action: 'statisticsRelease.cancel' })
      return {}
    }),
} satisfies Partial<Handlers<Endpoints>>
