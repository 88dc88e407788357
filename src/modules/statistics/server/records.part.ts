import { asc, eq, sql } from 'drizzle-orm'
import type { FieldErrors, FormRow, FormValues, Option } from '#lib/form/form.ts'
import { rowsIn } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { saveInOrder } from '#lib/server/database/orderedRows.ts'
import { defineSiteRecords, wrongIf } from '#modules/settings/server/siteRecords.ts'
import type { Relation } from '../checks.ts'
import { parseExpression } from '../expressions.ts'
import { type Frequency, isPeriod, periodName } from '../periods.ts'
import { statisticsRecords } from '../staffContract.ts'
import { indicatorFields, reportFormFields, seriesBreakFields } from '../statisticsForms.ts'
import { type Form, type IndicatorRow, readForms, readIndicators } from './forms.ts'
import { openReports } from './openReports.ts'
import { statisticsBreak, statisticsForm, statisticsIndicator, statisticsReporter } from './tables.ts'

const yesNo = (is: boolean) => (is ? 'yes' : 'no')
const optionsFrom = (of: readonly { code: string; name: string }[]): Option[] =>
  of.map(({ code, name }) => ({ code, name }))

defineSiteRecords<IndicatorRow>({
  objectType: 'statisticsIndicator',
  ...statisticsRecords.statisticsIndicator,
  fields: indicatorFields,
  read: readIndicators,
  valuesOf: ({ code, name, unit, definition, decimals, mayBeNegative, isOpen }) => ({
    code,
    name,
    unit,
    definition,
    decimals,
    mayBeNegative: yesNo(mayBeNegative),
    isOpen: yesNo(isOpen),
  }),
  async check(ctx, values, before) {
    const others = (await readIndicators(ctx)).filter(({ id }) => id !== before?.id)
    const isUsed = before !== undefined && (await formsWith(ctx, before.code)).length > 0
    return {
      ...wrongIf(!/^[a-z][a-z0-9_]{0,29}$/.test(String(values.code)), {
        code: '以小写字母开头，只用小写字母、数字和下划线',
      }),
      ...wrongIf(
        others.some(one => one.code === values.code),
        { code: '已有这个代码的指标' },
      ),
      ...wrongIf(isUsed && values.code !== before.code, { code: '统计表已在用，不能改代码' }),
      ...wrongIf(isUsed && values.unit !== before.unit, {
        unit: '统计表已在用，改单位会使以前的数变成另一个意思；请另建一个指标',
      }),
    }
  },
  write: ({ db }, values, before) =>
    saveInOrder(
      db,
      statisticsIndicator,
      {
        code: String(values.code),
        name: String(values.name),
        unit: String(values.unit),
        definition: String(values.definition),
        decimals: Number(values.decimals),
        mayBeNegative: values.mayBeNegative === 'yes',
        isOpen: values.isOpen === 'yes',
      },
      before,
    ),
  table: statisticsIndicator,
  order: {},
  uses: async (ctx, rows) => {
    const forms = await readForms(ctx)
    const counts = new Map(rows.map(({ id, code }) => [id, forms.filter(has(code)).length]))
    return ({ id }) => counts.get(id) ?? 0
  },
  refusal: async (ctx, { code }) =>
    `用在${(await formsWith(ctx, code)).map(({ name }) => `“${name}”`).join('、')}中，不能删除；可以停用`,
  pack: { key: 'code' },
})

const has = (code: string) => (form: Form) => form.cells.some(({ indicator }) => indicator === code)
const formsWith = async (ctx: Ctx, code: string) => (await readForms(ctx)).filter(has(code))

const numberOr = (value: FormRow[string] | undefined): number | null =>
  value === null || value === undefined || value === '' ? null : Number(value)

function remindDaysIn(typed: unknown): number[] | undefined {
  const words = String(typed ?? '')
    .normalize('NFKC')
    .split(/[、,，;；\s]+/)
    .filter(Boolean)
  const days = words.map(Number)
  return days.every(day => Number.isInteger(day) && Math.abs(day) <= 90) && days.length <= 10
    ? [...new Set(days)].toSorted((a, b) => a - b)
    : undefined
}

function valuesOfForm(of: Form): FormValues {
  const { code, name, frequency, dueDays, remindDays, note, isOpen, cells, rules } = of
  const { minContributors, maxShare, margin } = of
  return {
    code,
    name,
    frequency,
    dueDays,
    remindDays: remindDays.join('、'),
    note,
    isOpen: yesNo(isOpen),
    cells: cells.map(({ indicator, isRequired, low, high, times }) => ({
      indicator,
      isRequired: yesNo(isRequired),
      low,
      high,
      times,
    })),
    rules: rules.map(({ isStrict, ...rule }) => ({ ...rule, isStrict: yesNo(isStrict) })),
    minContributors,
    maxShare,
    margin,
  }
}

/** What the fields cannot say by themselves of cells and rules. */
function formFaults(values: FormValues): FieldErrors {
  const wrong: FieldErrors = {}
  const cells = rowsIn(values, 'cells')
  const codes = cells.map(({ indicator }) => String(indicator))
  for (const [i, { low, high }] of cells.entries()) {
    if (codes.indexOf(codes[i]!) < i) wrong[`cells.${i}.indicator`] = '上面已有这个指标'
    const [from, to] = [numberOr(low), numberOr(high)]
    if (from !== null && to !== null && from > to) wrong[`cells.${i}.high`] = '应不小于“通常不低于”'
  }
  for (const [i, rule] of rowsIn(values, 'rules').entries())
    for (const side of ['left', 'right'] as const) {
      const read = parseExpression(String(rule[side] ?? ''), codes)
      if (typeof read === 'string') wrong[`rules.${i}.${side}`] = read
    }
  if (!remindDaysIn(values.remindDays)) wrong.remindDays = '应为以顿号分开的天数，例如 -3、0、5，最多 10 个'
  return wrong
}

defineSiteRecords<Form>({
  objectType: 'statisticsForm',
  ...statisticsRecords.statisticsForm,
  fields: async ctx => reportFormFields(optionsFrom((await readIndicators(ctx)).filter(({ isOpen }) => isOpen))),
  read: readForms,
  valuesOf: valuesOfForm,
  async check(ctx, values, before) {
    const others = (await readForms(ctx)).filter(({ id }) => id !== before?.id)
    const isUsed = before !== undefined && (await countReporters(ctx, before.id)) > 0
    return {
      ...formFaults(values),
      ...wrongIf(!/^[a-z][a-z0-9-]{0,29}$/.test(String(values.code)), {
        code: '以小写字母开头，只用小写字母、数字和连字符',
      }),
      ...wrongIf(
        others.some(one => one.code === values.code),
        { code: '已有这个代码的统计表' },
      ),
      ...wrongIf(isUsed && values.frequency !== before.frequency, { frequency: '已有填报单位，不能再改' }),
    }
  },
  write: async (ctx, values, before) => {
    const id = await saveInOrder(
      ctx.db,
      statisticsForm,
      {
        code: String(values.code),
        name: String(values.name),
        frequency: values.frequency as Frequency,
        dueDays: Number(values.dueDays),
        remindDays: remindDaysIn(values.remindDays) ?? [],
        note: String(values.note ?? ''),
        isOpen: values.isOpen === 'yes',
        cells: rowsIn(values, 'cells').map(({ indicator, isRequired, low, high, times }) => ({
          indicator: String(indicator),
          isRequired: isRequired === 'yes',
          low: numberOr(low),
          high: numberOr(high),
          times: numberOr(times),
        })),
        rules: rowsIn(values, 'rules').map(({ name, left, relation, right, isStrict }) => ({
          name: String(name ?? ''),
          left: String(left),
          relation: relation as Relation,
          right: String(right),
          isStrict: isStrict === 'yes',
        })),
        minContributors: Number(values.minContributors),
        maxShare: Number(values.maxShare),
        margin: Number(values.margin),
      },
      before,
    )
    await openReports(ctx, id)
    return id
  },
  table: statisticsForm,
  order: {},
  uses: async ({ db }, rows) => {
    const found = await db
      .select({ id: statisticsReporter.formId, n: sql<number>`count(*)::int` })
      .from(statisticsReporter)
      .groupBy(statisticsReporter.formId)
    const counts = new Map(found.map(({ id, n }) => [id, n]))
    return rows.length === 0 ? () => 0 : ({ id }) => counts.get(id) ?? 0
  },
  refusal: async (ctx, { id }) => `已有 ${await countReporters(ctx, id)} 家填报单位，不能删除；可以停用`,
  pack: { key: 'code', names: ['statisticsIndicator'] },
})

const countReporters = ({ db }: Pick<Ctx, 'db'>, formId: number) =>
  db.$count(statisticsReporter, eq(statisticsReporter.formId, formId))

type Break = typeof statisticsBreak.$inferSelect & { form: string; formName: string }

const readBreaks = async ({ db }: Pick<Ctx, 'db'>): Promise<Break[]> => {
  const rows = await db
    .select({ of: statisticsBreak, form: statisticsForm.code, formName: statisticsForm.name })
    .from(statisticsBreak)
    .innerJoin(statisticsForm, eq(statisticsForm.id, statisticsBreak.formId))
    .orderBy(asc(statisticsForm.sort), asc(statisticsBreak.period), asc(statisticsBreak.id))
  return rows.map(({ of, ...more }) => ({ ...of, ...more }))
}

/** 口径变动: explained where a series is shown. */
defineSiteRecords<Break>({
  objectType: 'statisticsBreak',
  ...statisticsRecords.statisticsBreak,
  fields: async ctx => seriesBreakFields(optionsFrom(await readForms(ctx)), optionsFrom(await readIndicators(ctx))),
  read: readBreaks,
  nameOf: ({ formName, period }) => `${formName} ${periodName(period)}`,
  valuesOf: ({ form, period, indicator, explanation }) => ({ form, period, indicator, explanation }),
  async check(ctx, values, before) {
    const form = (await readForms(ctx)).find(({ code }) => code === values.form)
    if (!form) return { form: '请从列表中选择' }
    const indicator = String(values.indicator ?? '')
    const isKnown = (await readBreaks(ctx)).some(
      one =>
        one.id !== before?.id && one.formId === form.id && one.period === values.period && one.indicator === indicator,
    )
    return {
      ...wrongIf(!isPeriod(form.frequency, String(values.period)), { period: '与统计表的报告期不符' }),
      ...wrongIf(indicator !== '' && !has(indicator)(form), { indicator: '这张统计表没有这个指标' }),
      ...wrongIf(isKnown, { period: '已有这一期的说明' }),
    }
  },
  async write(ctx, values, before) {
    const form = (await readForms(ctx)).find(({ code }) => code === values.form)!
    const row = {
      formId: form.id,
      period: String(values.period),
      indicator: String(values.indicator ?? ''),
      explanation: String(values.explanation),
    }
    const [after] = before
      ? await ctx.db.update(statisticsBreak).set(row).where(eq(statisticsBreak.id, before.id)).returning()
      : await ctx.db.insert(statisticsBreak).values(row).returning()
    return after!.id
  },
  remove: ({ db }, { id }) => db.delete(statisticsBreak).where(eq(statisticsBreak.id, id)),
})
