import { and, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Parsed } from '#lib/contract.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import type { FieldErrors } from '#lib/form/form.ts'
import { offeredOptions } from '#lib/form/form.ts'
import { bulkApply } from '#lib/server/api/bulkApply.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byPinyin } from '#lib/server/registers/registerColumns.ts'
import { conflictMessage, lockObjectType } from '#modules/audit/server/changes.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { trades } from '#modules/members/server/dictionaries.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { periodName } from '../periods.ts'
import { reporterFilters } from '../reportFilters.ts'
import type { ReporterRow, staffStatisticsContract } from '../staffContract.ts'
import { sizeNames } from '../statisticsWords.ts'
import { type Form, findForm, refuseWrongPeriod } from './forms.ts'
import { openReports } from './openReports.ts'
import { statisticsForm, statisticsReport, statisticsReporter } from './tables.ts'

type Endpoints = typeof staffStatisticsContract
type Row = typeof statisticsReporter.$inferSelect

const before = alias(statisticsReporter, 'predecessor')
const beforeOrganisation = alias(organisation, 'predecessor_organisation')

const readRows = ({ db }: Pick<Ctx, 'db'>, ids: readonly number[]) =>
  db
    .select({
      of: statisticsReporter,
      form: statisticsForm,
      organisationName: organisation.name,
      tradeName: trades.nameIn(statisticsReporter.trade),
      predecessorName: beforeOrganisation.name,
    })
    .from(statisticsReporter)
    .innerJoin(statisticsForm, eq(statisticsForm.id, statisticsReporter.formId))
    .innerJoin(organisation, eq(organisation.id, statisticsReporter.organisationId))
    .leftJoin(before, eq(before.id, statisticsReporter.predecessorId))
    .leftJoin(beforeOrganisation, eq(beforeOrganisation.id, before.organisationId))
    .where(inArray(statisticsReporter.id, [...ids]))

/** 填报单位: who reports by which form, and how it is counted. */
const reporterRegister = defineRegister({
  name: '填报单位',
  views: { code: 'statisticsReporter', permission: 'staff:industry' },
  filters: reporterFilters,
  from: sql`${statisticsReporter} join ${statisticsForm} on ${statisticsForm.id} = ${statisticsReporter.formId}
    join ${organisation} on ${organisation.id} = ${statisticsReporter.organisationId}`,
  id: statisticsReporter.id,
  newest: statisticsReporter.createdAt,
  where: {
    key: words => containsWords(organisation.name, words),
    formId: statisticsReporter.formId,
    active: isOn => sql`(${statisticsReporter.toPeriod} is null) = ${isOn === 'yes'}`,
    trade: statisticsReporter.trade,
    provinceCode: organisation.provinceCode,
    size: statisticsReporter.size,
  },
  read: readRows,
  row: ({ of, form, organisationName, tradeName, predecessorName }): ReporterRow => ({
    id: of.id,
    formId: of.formId,
    formName: form.name,
    organisationId: of.organisationId,
    organisationName,
    trade: of.trade,
    tradeName,
    size: of.size,
    sizeName: sizeNames[of.size],
    fromPeriod: of.fromPeriod,
    toPeriod: of.toPeriod,
    predecessorId: of.predecessorId,
    predecessorName: predecessorName ?? '',
    version: of.version,
  }),
  columns: {
    organisationName: {
      heading: '单位',
      width: 36,
      value: row => row.organisationName,
      sort: byPinyin(organisation.name),
    },
    formName: { heading: '统计表', width: 20, value: ({ form }) => form.name },
    tradeName: { heading: '行业类别', width: 16, value: row => row.tradeName, empty: '—' },
    sizeName: { heading: '规模', width: 8, value: ({ of }) => sizeNames[of.size], nowrap: true },
    fromPeriod: {
      heading: '起报',
      width: 14,
      value: ({ of }) => periodName(of.fromPeriod),
      sort: statisticsReporter.fromPeriod,
      nowrap: true,
    },
    toPeriod: {
      heading: '最后一期',
      width: 14,
      value: ({ of }) => of.toPeriod && periodName(of.toPeriod),
      empty: '在报',
      nowrap: true,
    },
    predecessorName: { heading: '由何单位分立', width: 36, value: row => row.predecessorName, empty: '—' },
  },
  listed: ['organisationName', 'formName', 'tradeName', 'sizeName', 'fromPeriod', 'toPeriod', 'predecessorName'],
})

const nameOf = (name: string, form: Form) => `${name} ${form.name}`

/** A company counts with one predecessor of the same form, and is not its own. */
async function predecessorFault(
  { db }: Pick<Ctx, 'db'>,
  formId: number,
  id: number | null | undefined,
  own?: number,
): Promise<FieldErrors> {
  if (id === null || id === undefined) return {}
  const rows = await db.select().from(statisticsReporter).where(eq(statisticsReporter.formId, formId))
  for (let at = rows.find(one => one.id === id), steps = 0; ; steps++) {
    if (!at || steps > rows.length)
      return at ? { predecessorId: '分立的先后成了一个圈' } : { predecessorId: '请从同一张统计表的填报单位中选择' }
    if (at.id === own) return { predecessorId: '分立的先后成了一个圈' }
    if (at.predecessorId === null) return {}
    at = rows.find(one => one.id === at!.predecessorId)
  }
}

const refuse = (errors: FieldErrors) => {
  const count = Object.keys(errors).length
  if (count > 0) throw invalid(`有 ${count} 处需要更正`, errors)
}

async function add(ctx: Ctx, given: Parsed<Endpoints['POST /staff/industry/reporter/add']>) {
  const { formId, organisationIds, size, fromPeriod, predecessorId = null } = given
  const form = await findForm(ctx, formId)
  refuseWrongPeriod(form, fromPeriod, 'fromPeriod')
  refuse(await predecessorFault(ctx, formId, predecessorId))
  const known = new Set((await trades.options(ctx)).map(({ code }) => code))
  const results = await bulkApply(ctx, organisationIds, id =>
    inTransaction(ctx, async tx => {
      const [company] = await tx.db.select().from(organisation).where(eq(organisation.id, id))
      if (!company) throw notFound('没有这家单位')
      await lockObjectType(tx, 'statisticsReporter')
      const isOwn = and(eq(statisticsReporter.formId, formId), eq(statisticsReporter.organisationId, id))
      if ((await tx.db.$count(statisticsReporter, isOwn)) > 0) throw conflict('已在填报单位中')
      const trade = company.categories.find(code => known.has(code)) ?? ''
      const row = { formId, organisationId: id, trade, size, fromPeriod, predecessorId, createdAt: tx.now }
      const [made] = await tx.db.insert(statisticsReporter).values(row).returning()
      await record(tx, {
        action: 'statisticsReporter.add',
        objectType: 'statisticsReporter',
        objectId: made!.id,
        objectName: nameOf(company.name, form),
        after: wordsOf(made!, await trades.names(tx)),
      })
      return trade ? '已加入' : '已加入；单位资料没有行业类别'
    }),
  )
  await openReports(ctx, formId)
  return results
}

const wordsOf = ({ trade, size, fromPeriod, toPeriod, predecessorId }: Row, tradeName: (code: string) => string) => ({
  行业类别: trade ? tradeName(trade) : '',
  规模: sizeNames[size],
  起报: periodName(fromPeriod),
  最后一期: toPeriod ? periodName(toPeriod) : '',
  分立自: predecessorId ?? '',
})

async function save(ctx: Ctx, { id, version, ...given }: Parsed<Endpoints['POST /staff/industry/reporter/save']>) {
  const [of] = await ctx.db.select().from(statisticsReporter).where(eq(statisticsReporter.id, id)).for('update')
  if (!of) throw notFound('没有这个填报单位')
  if (of.version !== version)
    throw conflict(await conflictMessage(ctx, { objectType: 'statisticsReporter', objectId: id }))
  const form = await findForm(ctx, of.formId)
  const { toPeriod = null, predecessorId = null } = given
  refuseWrongPeriod(form, given.fromPeriod, 'fromPeriod')
  if (toPeriod !== null) refuseWrongPeriod(form, toPeriod, 'toPeriod')
  const options = offeredOptions(await trades.options(ctx), of.trade)
  const outside = await filledOutside(ctx, id, given.fromPeriod, toPeriod)
  refuse({
    ...(toPeriod !== null && toPeriod < given.fromPeriod && { toPeriod: '应不早于起报' }),
    ...(given.trade !== '' && !options.some(({ code }) => code === given.trade) && { trade: '请从列表中选择' }),
    ...(outside.length > 0 && {
      [outside[0]! < given.fromPeriod ? 'fromPeriod' : 'toPeriod']:
        `${outside.map(periodName).join('、')}已有填过的报表`,
    }),
    ...(await predecessorFault(ctx, of.formId, predecessorId, id)),
  })
  const [after] = await ctx.db
    .update(statisticsReporter)
    .set({ ...given, toPeriod, predecessorId, version: version + 1 })
    .where(eq(statisticsReporter.id, id))
    .returning()
  // Reports of periods in which it does not report any more, and which nobody has begun.
  await ctx.db
    .delete(statisticsReport)
    .where(and(eq(statisticsReport.reporterId, id), isOutside(given.fromPeriod, toPeriod)))
  await openReports(ctx, of.formId)
  const [company] = await ctx.db.select().from(organisation).where(eq(organisation.id, of.organisationId))
  const tradeName = await trades.names(ctx)
  await recordChange(ctx, {
    action: 'statisticsReporter.change',
    objectType: 'statisticsReporter',
    objectId: id,
    objectName: nameOf(company!.name, form),
    before: wordsOf(of, tradeName),
    after: wordsOf(after!, tradeName),
  })
  return { version: after!.version }
}

const isOutside = (from: string, to: string | null) =>
  sql`(${statisticsReport.period} < ${from} or ${to === null ? sql`false` : sql`${statisticsReport.period} > ${to}`})`

/** Periods outside of these for which something was filled in: such reports are never removed by the way. */
async function filledOutside({ db }: Pick<Ctx, 'db'>, id: number, from: string, to: string | null): Promise<string[]> {
  const rows = await db
    .select({ period: statisticsReport.period })
    .from(statisticsReport)
    .where(
      and(
        eq(statisticsReport.reporterId, id),
        isOutside(from, to),
        sql`(${statisticsReport.values} <> '{}' or ${statisticsReport.state} <> 'open')`,
      ),
    )
    .orderBy(statisticsReport.period)
    .limit(5)
  return rows.map(({ period }) => period)
}

export const reporterHandlers = {
  'GET /staff/industry/reporter/list': (ctx, asked) => reporterRegister.list(ctx, asked),
  'GET /staff/industry/reporter/export': (ctx, asked) =>
    exportRegister(ctx, reporterRegister, asked, {
      action: 'statisticsReporter.export',
      objectType: 'statisticsReporter',
    }),
  'POST /staff/industry/reporter/add': add,
  'POST /staff/industry/reporter/save': (ctx, given) => inTransaction(ctx, tx => save(tx, given)),
} satisfies Partial<Handlers<Endpoints>>
