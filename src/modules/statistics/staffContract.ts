import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { byId, code, int, nothing, text } from '#lib/form/fields.ts'
import { bulkIds, bulkResults } from '#lib/register/bulkContract.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { listing, type RecordType, siteRecord } from '#modules/settings/records.ts'
import { periodInput, releasedTables, releaseHead, reportGrid, reportRow } from './contract.ts'
import { reporterFilters, reportFilters } from './reportFilters.ts'
import { sizes } from './statisticsWords.ts'

export const section: Section = { title: '行业统计管理' }

const who = 'staff:industry' as const
export const statisticsRecords = {
  statisticsIndicator: { who, called: '指标', list: listing(siteRecord) },
  statisticsForm: { who, called: '统计表', list: listing(siteRecord) },
  statisticsBreak: { who, called: '口径变动', list: listing(siteRecord) },
} as const satisfies Record<string, RecordType>

const row = z.object({
  id: z.int(),
  organisationId: z.int(),
  organisationName: z.string(),
  formName: z.string(),
  period: z.string(),
  periodName: z.string(),
  state: reportRow.shape.state,
  stateName: z.string(),
  dueOn: z.string(),
  isLate: z.boolean(),
  version: z.int(),
  explanations: z.int(),
  reminders: z.int(),
  submittedTime: z.string().nullable(),
})
const reporter = z.object({
  id: z.int(),
  formId: z.int(),
  formName: z.string(),
  organisationId: z.int(),
  organisationName: z.string(),
  trade: z.string(),
  tradeName: z.string(),
  size: z.enum(sizes),
  sizeName: z.string(),
  fromPeriod: z.string(),
  toPeriod: z.string().nullable(),
  predecessorId: z.int().nullable(),
  predecessorName: z.string(),
  version: z.int(),
})
const option = z.object({ id: z.int(), name: z.string() })
const of = { formId: int, period: periodInput }
const releaseTime = z.iso.datetime({ offset: true, error: '应为时间，例如 2026-01-31T09:00:00+08:00' })

export const staffStatisticsContract = {
  'GET /staff/industry/overview': {
    who,
    summary: '各统计表当前一期的填报情况，以及可选的报告期、行业类别',
    input: nothing,
    output: z.object({
      forms: z.array(
        option.extend({
          code: z.string(),
          frequencyName: z.string(),
          period: z.string(),
          periodName: z.string(),
          dueOn: z.string(),
          reporters: z.int(),
          open: z.int(),
          submitted: z.int(),
          returned: z.int(),
          accepted: z.int(),
          isLate: z.boolean(),
          periods: z.array(z.object({ code: z.string(), name: z.string() })),
        }),
      ),
      trades: z.array(z.object({ code: z.string(), name: z.string() })),
    }),
  },
  'GET /staff/industry/report/list': {
    who,
    summary: '报表：谁报了、谁没有报、谁要更正；按统计表、报告期、状态筛选',
    ...registerList(reportFilters, row),
    example: { formId: 1, period: '2026-01', state: 'open' },
  },
  'GET /staff/industry/report/export': {
    who,
    confirm: true,
    summary: '导出报表的填报情况为 XLSX，条件和顺序与列表相同；不含单位填的数',
    ...registerExport(reportFilters),
    example: { formId: 1, period: '2026-01' },
  },
  'GET /staff/industry/report/detail': {
    who,
    summary: '一份报表：本期、上期、去年同期，审核出的问题与单位的说明；查看记入审计日志',
    input: byId,
    output: reportGrid,
    example: { id: 1 },
  },
  'POST /staff/industry/report/return': {
    who,
    sends: true,
    summary: '退回更正：逐格写明要更正什么，单位收到消息',
    input: z.object({
      id: int,
      version: int,
      remarks: z.record(code, text(200)).refine(of => Object.values(of).some(Boolean), '请至少在一格写明要更正什么'),
    }),
    output: z.object({ version: z.int() }),
    example: { id: 1, version: 2, remarks: { output: '请核对单位' } },
  },
  'POST /staff/industry/report/accept': {
    who,
    summary: '核过所选的报表，计入合计',
    input: z.object({ ids: bulkIds }),
    output: bulkResults,
    example: { ids: [1] },
  },
  'POST /staff/industry/report/reopen': {
    who,
    summary: '取消核过：所选的报表回到“已报待核”',
    input: z.object({ ids: bulkIds }),
    output: bulkResults,
    example: { ids: [1] },
  },
  'POST /staff/industry/report/remind': {
    who,
    sends: true,
    confirm: true,
    summary: '催报：通知所选的、没有报的单位',
    input: z.object({ ids: bulkIds }),
    output: bulkResults,
    example: { ids: [1] },
  },
  'GET /staff/industry/reporter/list': {
    who,
    summary: '填报单位：报哪张表、从哪一期起、按什么行业和规模统计',
    ...registerList(reporterFilters, reporter),
    example: { formId: 1 },
  },
  'GET /staff/industry/reporter/export': {
    who,
    confirm: true,
    summary: '导出填报单位为 XLSX，条件和顺序与列表相同',
    ...registerExport(reporterFilters),
    example: { formId: 1 },
  },
  'POST /staff/industry/reporter/add': {
    who,
    summary: '加入填报单位；行业类别取单位资料中的第一个',
    input: z.object({
      formId: int,
      organisationIds: bulkIds,
      size: z.enum(sizes, '请选择规模'),
      fromPeriod: periodInput,
      predecessorId: int.nullish(),
    }),
    output: bulkResults,
    example: { formId: 1, organisationIds: [1], size: 'small', fromPeriod: '2026-01' },
  },
  'POST /staff/industry/reporter/save': {
    who,
    summary: '修改填报单位的行业类别、规模、起止期，或注明由哪个填报单位分立',
    input: z.object({
      id: int,
      version: int,
      trade: code.or(z.literal('')),
      size: z.enum(sizes, '请选择规模'),
      fromPeriod: periodInput,
      toPeriod: periodInput.nullish(),
      predecessorId: int.nullish(),
    }),
    output: z.object({ version: z.int() }),
    example: { id: 1, version: 1, trade: '', size: 'small', fromPeriod: '2026-01', toPeriod: null },
  },
  'GET /staff/industry/sums': {
    who,
    summary: '一期的合计与分组（只算核过的和估计的）、将要保密的，没有报的怎样估计，分立前后是否衔接，以及已有的公布',
    input: z.object(of),
    output: z.object({
      periodName: z.string(),
      tables: releasedTables,
      /** Companies that did not report, each with how it is estimated. */
      absent: z.array(z.object({ organisationName: z.string(), isEstimated: z.boolean(), basis: z.string() })),
      /** Reports that wait to be looked at, and are not counted yet. */
      unchecked: z.int(),
      /** Split companies whose sum does not continue that of before. */
      gaps: z.array(z.string()),
      releases: z.array(releaseHead),
    }),
    example: { formId: 1, period: '2026-01' },
  },
  'GET /staff/industry/sums/export': {
    who,
    confirm: true,
    summary: '一期合计的 XLSX，与将要公布的相同',
    input: z.object(of),
    output: 'file',
    example: { formId: 1, period: '2026-01' },
  },
  'POST /staff/industry/release': {
    who,
    confirm: true,
    secondPerson: { rule: 'statisticsRelease' },
    summary: '固定一期的合计，到 releaseAt 公布；已公布过的须写明修订的原因',
    input: z.object({ ...of, releaseAt: releaseTime, note: text(300).default('') }),
    output: z.object({ id: z.int() }),
    example: { formId: 1, period: '2026-01', releaseAt: '2026-02-20T09:00:00+08:00' },
  },
  'POST /staff/industry/release/cancel': {
    who,
    confirm: true,
    summary: '取消一次还没有到时间的公布',
    input: byId,
    output: z.object({}),
    example: { id: 1 },
  },
} as const satisfies Contract

export type StaffReportRow = z.infer<typeof row>
export type ReporterRow = z.infer<typeof reporter>
