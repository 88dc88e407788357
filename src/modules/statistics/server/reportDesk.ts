import { eq, inArray, sql } from 'drizzle-orm'
import { dayOf, iso, minute } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import { provinceName } from '#lib/provinces.ts'
import { bulkApply } from '#lib/server/api/bulkApply.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { actingAccount, type Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byPinyin } from '#lib/server/registers/registerColumns.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { trades } from '#modules/members/server/dictionaries.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { frequencyNames, periodName, shiftPeriod } from '../periods.ts'
import { reportFilters } from '../reportFilters.ts'
import type { StaffReportRow, staffStatisticsContract } from '../staffContract.ts'
import { type ReportState, reportStateNames, sizeNames } from '../statisticsWords.ts'
import { dueDay, indicatorsOf, newestPeriod, readForms } from './forms.ts'
import { remindReporter, reportRoute } from './openReports.ts'
import { type Found, findReport, gridOf, isLate, lockReport, named, writeReport } from './reports.ts'
import { statisticsForm, statisticsReminder, statisticsReport, statisticsReporter } from './tables.ts'

type Endpoints = typeof staffStatisticsContract

const reminders =
  sql<number>`(select count(*) from ${statisticsReminder} where ${statisticsReminder.reportId} = ${statisticsReport.id})`.mapWith(
    Number,
  )
const explained = sql<number>`(select count(*) from jsonb_object_keys(${statisticsReport.explanations}))`.mapWith(
  Number,
)

const readRows = (ctx: Pick<Ctx, 'db'>, ids: readonly number[]) =>
  ctx.db
    .select({
      of: statisticsReport,
      form: statisticsForm,
      reporter: statisticsReporter,
      organisationName: organisation.name,
      provinceCode: organisation.provinceCode,
      tradeName: trades.nameIn(statisticsReporter.trade),
      reminders,
      explained,
    })
    .from(statisticsReport)
    .innerJoin(statisticsForm, eq(statisticsForm.id, statisticsReport.formId))
    .innerJoin(statisticsReporter, eq(statisticsReporter.id, statisticsReport.reporterId))
    .innerJoin(organisation, eq(organisation.id, statisticsReporter.organisationId))
    .where(inArray(statisticsReport.id, [...ids]))

/** 报表: who reported, who did not, and who has to correct something; without the numbers. */
const reportRegister = defineRegister({
  name: '统计报表',
  views: { code: 'statisticsReport', permission: 'staff:industry' },
  filters: reportFilters,
  from: sql`${statisticsReport} join ${statisticsForm} on ${statisticsForm.id} = ${statisticsReport.formId}
    join ${statisticsReporter} on ${statisticsReporter.id} = ${statisticsReport.reporterId}
    join ${organisation} on ${organisation.id} = ${statisticsReporter.organisationId}`,
  id: statisticsReport.id,
  newest: statisticsReport.createdAt,
  where: {
    key: words => containsWords(organisation.name, words),
    formId: statisticsReport.formId,
    period: statisticsReport.period,
    state: statisticsReport.state,
    late: (isOn, { now }) =>
      sql`(${statisticsReport.state} in ('open', 'returned') and ${statisticsReport.dueOn} < ${dayOf(now)}) = ${isOn === 'yes'}`,
    explained: isOn => sql`(${statisticsReport.explanations} <> '{}') = ${isOn === 'yes'}`,
    trade: statisticsReporter.trade,
    provinceCode: organisation.provinceCode,
    size: statisticsReporter.size,
  },
  read: readRows,
  row: ({ of, form, reporter, organisationName, explained, reminders }, ctx): StaffReportRow => ({
    id: of.id,
    organisationId: reporter.organisationId,
    organisationName,
    formName: form.name,
    period: of.period,
    periodName: periodName(of.period),
    state: of.state,
    stateName: reportStateNames[of.state],
    dueOn: of.dueOn,
    isLate: isLate(ctx, of),
    version: of.version,
    explanations: explained,
    reminders,
    submittedTime: of.submittedAt && iso(of.submittedAt),
  }),
  columns: {
    organisationName: {
      heading: '单位',
      width: 36,
      value: row => row.organisationName,
      sort: byPinyin(organisation.name),
    },
    formName: { heading: '统计表', width: 20, value: ({ form }) => form.name },
    periodName: {
      heading: '报告期',
      width: 14,
      value: ({ of }) => periodName(of.period),
      sort: statisticsReport.period,
      nowrap: true,
    },
    stateName: {
      heading: '状态',
      width: 12,
      value: ({ of }) => reportStateNames[of.state],
      sort: statisticsReport.state,
      nowrap: true,
    },
    dueOn: { heading: '期限', width: 12, value: ({ of }) => of.dueOn, sort: statisticsReport.dueOn, nowrap: true },
    submittedTime: {
      heading: '上报时间',
      width: 18,
      value: ({ of }) => of.submittedAt && minute(iso(of.submittedAt)),
      sort: sql`coalesce(${statisticsReport.submittedAt}, '-infinity')`,
      empty: '—',
      nowrap: true,
    },
    explanations: { heading: '说明', width: 8, value: row => row.explained || null, empty: '—', isFigure: true },
    reminders: { heading: '自动催报', width: 8, value: row => row.reminders || null, empty: '—', isFigure: true },
    trade: { heading: '行业类别', width: 16, value: row => row.tradeName, empty: '—' },
    region: { heading: '地区', width: 10, value: row => provinceName(row.provinceCode) },
    size: { heading: '规模', width: 8, value: ({ reporter }) => sizeNames[reporter.size], nowrap: true },
  },
  listed: [
    'organisationName',
    'formName',
    'periodName',
    'stateName',
    'dueOn',
    'submittedTime',
    'explanations',
    'reminders',
  ],
})

const PERIODS_OFFERED = 24

async function overview(ctx: Ctx) {
  const forms = (await readForms(ctx)).filter(({ isOpen }) => isOpen)
  const counts = await ctx.db
    .select({
      formId: statisticsReport.formId,
      period: statisticsReport.period,
      state: statisticsReport.state,
      n: sql<number>`count(*)::int`,
    })
    .from(statisticsReport)
    .groupBy(statisticsReport.formId, statisticsReport.period, statisticsReport.state)
  const names = await trades.options(ctx)
  return {
    trades: names.map(({ code, name }) => ({ code, name })),
    forms: forms.map(form => {
      const period = newestPeriod(form, ctx.now)
      const of = (state: ReportState) =>
        counts.find(one => one.formId === form.id && one.period === period && one.state === state)?.n ?? 0
      const states = {
        open: of('open'),
        submitted: of('submitted'),
        returned: of('returned'),
        accepted: of('accepted'),
      }
      const dueOn = dueDay(form, period)
      return {
        id: form.id,
        code: form.code,
        name: form.name,
        frequencyName: `${frequencyNames[form.frequency]}报`,
        period,
        periodName: periodName(period),
        dueOn,
        reporters: states.open + states.submitted + states.returned + states.accepted,
        ...states,
        isLate: dueOn < dayOf(ctx.now) && states.open + states.returned > 0,
        periods: Array.from({ length: PERIODS_OFFERED }, (_, i) => shiftPeriod(form.frequency, period, -i)).map(
          code => ({
            code,
            name: periodName(code),
          }),
        ),
      }
    }),
  }
}

const returned = defineTemplate({
  group: '行业统计',
  code: 'statistics.returned',
  name: '统计报表退回更正',
  title: '请更正{报告期}{统计表}',
  content: '贵单位{报告期}的《{统计表}》须更正：\n{问题}',
  sms: '贵单位{报告期}的{统计表}须更正，请登录会员中心办理。',
  placeholders: { 统计表: '生产经营月报', 报告期: '2026 年 3 月', 问题: '产量：请核对单位' },
})

async function returnReport(
  ctx: Ctx,
  { id, version, remarks }: { id: number; version: number; remarks: Record<string, string> },
) {
  const found = await findReport(ctx, id)
  const before = await lockReport(ctx, id, version)
  if (before.state !== 'submitted' && before.state !== 'accepted')
    throw conflict(`这份报表${reportStateNames[before.state]}，没有可以退回的`)
  const indicators = await indicatorsOf(ctx, found.form)
  const unknown = Object.keys(remarks).filter(code => !indicators.some(one => one.code === code))
  if (unknown.length > 0)
    throw invalid(
      '没有这个指标',
      Object.fromEntries(unknown.map(code => [`remarks.${code}`, '这张统计表没有这个指标'])),
    )
  const said = Object.fromEntries(Object.entries(remarks).filter(([, words]) => words))
  const after = await writeReport(ctx, id, { state: 'returned', remarks: said, acceptedAt: null, acceptedBy: null })
  const lines = indicators.flatMap(({ code, name }) => (said[code] ? [`${name}：${said[code]}`] : []))
  await recordChange(ctx, {
    ...named(found),
    action: 'statisticsReport.return',
    before: { 状态: reportStateNames[before.state] },
    after: { 状态: reportStateNames.returned, 要求: lines.join('；') },
  })
  const texts = await renderTemplate(ctx, returned.code, {
    统计表: found.form.name,
    报告期: periodName(before.period),
    问题: lines.join('\n'),
  })
  await notify(ctx, { ...texts, kind: 'system', organisationId: found.organisationId, route: reportRoute(before) })
  return { version: after.version }
}

/** Moves one report from a state to another, under a lock; says why not. */
const moveReport = (ctx: Ctx, id: number, from: ReportState, act: (tx: Ctx, found: Found) => Promise<string>) =>
  inTransaction(ctx, async tx => {
    await tx.db
      .select({ id: statisticsReport.id })
      .from(statisticsReport)
      .where(eq(statisticsReport.id, id))
      .for('update')
    const found = await findReport(tx, id)
    if (found.of.state !== from) throw conflict(`${reportStateNames[found.of.state]}，没有办理`)
    return act(tx, found)
  })

const accept = (ctx: Ctx, id: number) =>
  moveReport(ctx, id, 'submitted', async (tx, found) => {
    await writeReport(tx, id, { state: 'accepted', acceptedAt: tx.now, acceptedBy: actingAccount(tx) })
    await record(tx, { ...named(found), action: 'statisticsReport.accept' })
    return '已核'
  })

const reopen = (ctx: Ctx, id: number) =>
  moveReport(ctx, id, 'accepted', async (tx, found) => {
    await writeReport(tx, id, { state: 'submitted', acceptedAt: null, acceptedBy: null })
    await record(tx, { ...named(found), action: 'statisticsReport.reopen' })
    return '已取消'
  })

const remind = (ctx: Ctx, id: number) =>
  inTransaction(ctx, async tx => {
    const found = await findReport(tx, id)
    const { of, form, organisationId } = found
    if (of.state !== 'open' && of.state !== 'returned') throw conflict(`${reportStateNames[of.state]}，不用催报`)
    await remindReporter(tx, of, form, organisationId)
    await record(tx, { ...named(found), action: 'statisticsReport.remind' })
    return '已通知'
  })

export const reportDeskHandlers = {
  'GET /staff/industry/overview': overview,
  'GET /staff/industry/report/list': (ctx, asked) => reportRegister.list(ctx, asked),
  'GET /staff/industry/report/export': (ctx, asked) =>
    exportRegister(ctx, reportRegister, asked, { action: 'statisticsReport.export', objectType: 'statisticsReport' }),
  'GET /staff/industry/report/detail': async (ctx, { id }) => {
    const found = await findReport(ctx, id)
    await record(ctx, { ...named(found), action: 'statisticsReport.read' })
    return gridOf(ctx, found)
  },
  'POST /staff/industry/report/return': (ctx, given) => inTransaction(ctx, tx => returnReport(tx, given)),
  'POST /staff/industry/report/accept': (ctx, { ids }) => bulkApply(ctx, ids, id => accept(ctx, id)),
  'POST /staff/industry/report/reopen': (ctx, { ids }) => bulkApply(ctx, ids, id => reopen(ctx, id)),
  'POST /staff/industry/report/remind': (ctx, { ids }) => bulkApply(ctx, ids, id => remind(ctx, id)),
} satisfies Partial<Handlers<Endpoints>>
