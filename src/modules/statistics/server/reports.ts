import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf, iso } from '#lib/dates.ts'
import { conflict, forbidden, invalid, notFound } from '#lib/error.ts'
import type { FieldErrors } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, nameOfActor, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { conflictMessage } from '#modules/audit/server/changes.ts'
import { record } from '#modules/audit/server/record.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { checkReport, type Fault, MAX_VALUE } from '../checks.ts'
import type { statisticsContract } from '../contract.ts'
import { periodName, previousPeriod, samePeriodLastYear } from '../periods.ts'
import { reportStateNames } from '../statisticsWords.ts'
import { type Form, type FormIndicator, indicatorsOf } from './forms.ts'
import { statisticsForm, statisticsReport, statisticsReporter } from './tables.ts'

type Endpoints = typeof statisticsContract
export type Report = typeof statisticsReport.$inferSelect
type Grid = Output<Endpoints['GET /member/statistics/report']>
type Typed = Record<string, string>

/** Report of a company with its form. */
export type Found = { of: Report; form: Form; organisationId: number; organisationName: string }

export const selectReports = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({
      of: statisticsReport,
      form: statisticsForm,
      organisationId: statisticsReporter.organisationId,
      organisationName: organisation.name,
    })
    .from(statisticsReport)
    .innerJoin(statisticsForm, eq(statisticsForm.id, statisticsReport.formId))
    .innerJoin(statisticsReporter, eq(statisticsReporter.id, statisticsReport.reporterId))
    .innerJoin(organisation, eq(organisation.id, statisticsReporter.organisationId))
    .$dynamic()

export async function findReport(ctx: Pick<Ctx, 'db'>, id: number): Promise<Found> {
  const [found] = await selectReports(ctx).where(eq(statisticsReport.id, id))
  if (!found) throw notFound('没有这份报表')
  return found
}

/** The caller's company; individuals do not report. */
async function ownOrganisation(ctx: Ctx): Promise<number | null> {
  const [own] = await ctx.db
    .select({ organisationId: account.organisationId })
    .from(account)
    .where(eq(account.id, signedInActor(ctx).accountId))
  return own?.organisationId ?? null
}

export async function findOwn(ctx: Ctx, { formId, period }: { formId: number; period: string }): Promise<Found> {
  const organisationId = await ownOrganisation(ctx)
  if (organisationId === null) throw forbidden('行业统计由单位填报，请用单位账号登录')
  const [found] = await selectReports(ctx).where(
    and(
      eq(statisticsReport.formId, formId),
      eq(statisticsReport.period, period),
      eq(statisticsReporter.organisationId, organisationId),
    ),
  )
  if (!found) throw notFound('本单位没有这一期的报表')
  return found
}

/** Reports that count as a former period: they were handed in. */
const isHandedIn = inArray(statisticsReport.state, ['submitted', 'returned', 'accepted'])

/** The same company's values of the period before and of a year before. */
async function readFormer({ db }: Pick<Ctx, 'db'>, { of, form }: Found) {
  const [prev, year] = [previousPeriod(form.frequency, of.period), samePeriodLastYear(form.frequency, of.period)]
  const rows = await db
    .select({ period: statisticsReport.period, values: statisticsReport.values })
    .from(statisticsReport)
    .where(
      and(eq(statisticsReport.reporterId, of.reporterId), inArray(statisticsReport.period, [prev, year]), isHandedIn),
    )
  const valuesIn = (period: string) => rows.find(one => one.period === period)?.values ?? {}
  return { prev: valuesIn(prev), year: valuesIn(year) }
}

export const isLate = ({ now }: Pick<Ctx, 'now'>, { state, dueOn }: Pick<Report, 'state' | 'dueOn'>) =>
  (state === 'open' || state === 'returned') && dueOn < dayOf(now)

export const headOf = (ctx: Pick<Ctx, 'now'>, { of, form }: Pick<Found, 'of' | 'form'>) => ({
  formId: form.id,
  formName: form.name,
  period: of.period,
  periodName: periodName(of.period),
  dueOn: of.dueOn,
  isLate: isLate(ctx, of),
  state: of.state,
  stateName: reportStateNames[of.state],
})

/** A report as its reporter and staff see it; nothing is checked while nothing was filled in. */
export async function gridOf(ctx: Pick<Ctx, 'db' | 'now'>, found: Found): Promise<Grid> {
  const { of, form } = found
  const [indicators, former] = [await indicatorsOf(ctx, form), await readFormer(ctx, found)]
  const isBegun = Object.keys(of.values).length > 0
  return {
    ...headOf(ctx, found),
    id: of.id,
    version: of.version,
    note: form.note,
    organisationName: found.organisationName,
    cells: indicators.map(({ code, name, unit, definition, isRequired }) => ({
      code,
      name,
      unit,
      definition,
      isRequired,
      value: of.values[code] ?? null,
      prev: former.prev[code] ?? null,
      year: former.year[code] ?? null,
      remark: of.remarks[code] ?? '',
    })),
    faults: isBegun ? checkReport(indicators, form.rules, { now: of.values, ...former }) : [],
    explanations: of.explanations,
    submittedTime: of.submittedAt && iso(of.submittedAt),
    submittedName: of.submittedName,
  }
}

/** Reads what was typed; nothing that is no number is dropped or guessed. */
export function readTyped(indicators: readonly FormIndicator[], typed: Typed) {
  const values: Record<string, number | null> = {}
  const errors: FieldErrors = {}
  for (const { code } of indicators) {
    const text = (typed[code] ?? '').normalize('NFKC').replace(/[,\s]/g, '')
    if (text === '') values[code] = null
    else if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) || Math.abs(Number(text)) > MAX_VALUE)
      errors[code] = '应为数字，例如 1234.5'
    else values[code] = Number(text)
  }
  for (const code of Object.keys(typed))
    if (!indicators.some(one => one.code === code)) errors[code] = '这张统计表没有这个指标'
  return { values, errors }
}

const refuseErrors = (errors: FieldErrors) => {
  const count = Object.keys(errors).length
  if (count > 0) throw invalid(`有 ${count} 处需要更正`, errors)
}

async function check(
  ctx: Ctx,
  given: Parsed<Endpoints['POST /member/statistics/check']>,
): Promise<{ faults: Fault[] }> {
  const found = await findOwn(ctx, given)
  const indicators = await indicatorsOf(ctx, found.form)
  const { values, errors } = readTyped(indicators, given.values)
  refuseErrors(errors)
  return { faults: checkReport(indicators, found.form.rules, { now: values, ...(await readFormer(ctx, found)) }) }
}

/** Locks the report as its reader has seen it. */
export async function lockReport(ctx: Ctx, id: number, version: number): Promise<Report> {
  const [of] = await ctx.db.select().from(statisticsReport).where(eq(statisticsReport.id, id)).for('update')
  if (!of) throw notFound('没有这份报表')
  if (of.version !== version)
    throw conflict(await conflictMessage(ctx, { objectType: 'statisticsReport', objectId: id }))
  return of
}

export async function writeReport(ctx: Ctx, id: number, set: Partial<Report>): Promise<Report> {
  const [after] = await ctx.db
    .update(statisticsReport)
    .set({ ...set, version: sql`${statisticsReport.version} + 1`, updatedAt: ctx.now })
    .where(eq(statisticsReport.id, id))
    .returning()
  return after!
}

export const named = ({ form, of, organisationName }: Found) => ({
  objectType: 'statisticsReport',
  objectId: of.id,
  objectName: `${organisationName} ${form.name} ${periodName(of.period)}`,
})

async function save(ctx: Ctx, given: Parsed<Endpoints['POST /member/statistics/save']>): Promise<Grid> {
  const found = await findOwn(ctx, given)
  const { form } = found
  const before = await lockReport(ctx, found.of.id, given.version)
  if (before.state === 'accepted') throw conflict('协会已核过这份报表，要改请联系协会取消核过')
  if (before.state === 'submitted') throw conflict('已上报，要改请先撤回')
  if (!form.isOpen) throw conflict('这张统计表已停用')
  const indicators = await indicatorsOf(ctx, form)
  const { values, errors } = readTyped(indicators, given.values)
  refuseErrors(errors)
  const faults = checkReport(indicators, form.rules, { now: values, ...(await readFormer(ctx, found)) })
  const keys = new Set(faults.map(({ key }) => key))
  const explanations = Object.fromEntries(
    Object.entries(given.explanations).filter(([key, said]) => keys.has(key) && said !== ''),
  )
  if (given.submit) refuseFaults(faults, explanations)
  const after = await writeReport(ctx, before.id, {
    values,
    explanations,
    ...(given.submit && {
      state: 'submitted',
      remarks: {},
      submittedAt: ctx.now,
      submittedName: nameOfActor(signedInActor(ctx)),
    }),
  })
  if (given.submit)
    await record(ctx, {
      ...named(found),
      action: 'statisticsReport.submit',
      detail: { 说明: Object.keys(explanations).length },
    })
  return gridOf(ctx, { ...found, of: after })
}

/** All that stands in the way of handing in, at once: by the cell, or beside the explanation that is missing. */
function refuseFaults(faults: readonly Fault[], explanations: Record<string, string>): void {
  const errors: FieldErrors = {}
  for (const { key, code, message, isStrict } of faults) {
    if (isStrict) errors[code] ??= message
    else if (!explanations[key]) errors[`explanations.${key}`] = `请说明：${message}`
  }
  refuseErrors(errors)
}

export const ownReportHandlers = {
  'GET /member/statistics/list': async ctx => {
    const organisationId = await ownOrganisation(ctx)
    if (organisationId === null) return { list: [] }
    const rows = await selectReports(ctx)
      .where(eq(statisticsReporter.organisationId, organisationId))
      .orderBy(desc(statisticsReport.dueOn), desc(statisticsReport.id))
      .limit(200)
    return { list: rows.map(row => headOf(ctx, row)) }
  },
  'GET /member/statistics/report': async (ctx, asked) => gridOf(ctx, await findOwn(ctx, asked)),
  'POST /member/statistics/check': check,
  'POST /member/statistics/save': (ctx, given) => inTransaction(ctx, tx => save(tx, given)),
  'POST /member/statistics/withdraw': (ctx, given) =>
    inTransaction(ctx, async tx => {
      const found = await findOwn(tx, given)
      const before = await lockReport(tx, found.of.id, given.version)
      if (before.state !== 'submitted') throw conflict(`这份报表${reportStateNames[before.state]}，不能撤回`)
      const after = await writeReport(tx, before.id, { state: 'open' })
      await record(tx, { ...named(found), action: 'statisticsReport.withdraw' })
      return gridOf(tx, { ...found, of: after })
    }),
} satisfies Partial<Handlers<Endpoints>>
