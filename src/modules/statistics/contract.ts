import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { code, int, nothing, text } from '#lib/form/fields.ts'
import { MAX_EXPLANATION, releaseStates, reportStates, tableCodes } from './statisticsWords.ts'

export const section: Section = { title: '行业统计' }

export const periodInput = text(10).min(4, '请选择报告期')
const cell = z.object({
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  definition: z.string(),
  isRequired: z.boolean(),
  value: z.number().nullable(),
  prev: z.number().nullable(),
  year: z.number().nullable(),
  /** What the association asks to correct. */
  remark: z.string(),
})
export const fault = z.object({ key: z.string(), code: z.string(), message: z.string(), isStrict: z.boolean() })
/** Numbers as they are typed, by the code of the indicator. */
export const typedValues = z.record(code, text(40))
export const explanationsInput = z.record(z.string().max(500), text(MAX_EXPLANATION))
const ref = { formId: int, period: periodInput }
export const reportRow = z.object({
  formId: z.int(),
  formName: z.string(),
  period: z.string(),
  periodName: z.string(),
  dueOn: z.string(),
  isLate: z.boolean(),
  state: z.enum(reportStates),
  stateName: z.string(),
})
export const reportGrid = reportRow.extend({
  id: z.int(),
  version: z.int(),
  note: z.string(),
  organisationName: z.string(),
  cells: z.array(cell),
  faults: z.array(fault),
  explanations: z.record(z.string(), z.string()),
  submittedTime: z.string().nullable(),
  submittedName: z.string(),
})

export const releasedTables = z.object({
  indicators: z.array(
    z.object({ code: z.string(), name: z.string(), unit: z.string(), definition: z.string(), decimals: z.int() }),
  ),
  asked: z.int(),
  reported: z.int(),
  estimated: z.int(),
  missing: z.int(),
  tables: z.array(
    z.object({
      code: z.enum(tableCodes),
      rows: z.array(
        z.object({
          key: z.string(),
          name: z.string(),
          cells: z.record(
            z.string(),
            z.object({
              value: z.number().nullable(),
              isWithheld: z.boolean(),
              estimated: z.int(),
              estimatedShare: z.number(),
            }),
          ),
        }),
      ),
    }),
  ),
})
export const releaseHead = z.object({
  id: z.int(),
  period: z.string(),
  periodName: z.string(),
  revision: z.int(),
  releaseTime: z.string(),
  note: z.string(),
  state: z.enum(releaseStates),
  stateName: z.string(),
})

export const statisticsContract = {
  'GET /app/publicity/statistics/list': {
    who: 'anyone',
    summary: '行业统计：公开的统计表，及各自最新一期',
    input: nothing,
    output: z.array(
      z.object({ code: z.string(), name: z.string(), frequencyName: z.string(), newest: releaseHead.nullable() }),
    ),
  },
  'GET /app/publicity/statistics/detail': {
    who: 'anyone',
    summary:
      '一张统计表的一期（不写 period 为最新一期）：合计与分组、是否含估计、各期的序列和口径变动；保密的合计没有数字',
    input: z.object({ code, period: periodInput.optional() }),
    output: z.object({
      code: z.string(),
      name: z.string(),
      frequencyName: z.string(),
      release: releaseHead,
      tables: releasedTables,
      /** Public totals of all periods, oldest first; null: withheld, or not published. */
      series: z.array(
        z.object({
          period: z.string(),
          periodName: z.string(),
          totals: z.record(z.string(), z.number().nullable()),
          isEstimated: z.boolean(),
        }),
      ),
      breaks: z.array(
        z.object({ period: z.string(), periodName: z.string(), indicator: z.string(), explanation: z.string() }),
      ),
    }),
    example: { code: 'monthly', period: '2026-01' },
  },
  'GET /app/publicity/statistics/export': {
    who: 'anyone',
    summary: '一期公开的统计，XLSX；保密的写“（保密）”，含估计的注明',
    limit: { name: 'statistics/export', max: 60, per: 3_600_000 },
    input: z.object({ code, period: periodInput }),
    output: 'file',
    example: { code: 'monthly', period: '2026-01' },
  },
  'GET /member/statistics/list': {
    who: 'member',
    summary: '本单位要填的和填过的报表，新的在前',
    input: nothing,
    output: z.object({ list: z.array(reportRow) }),
  },
  'GET /member/statistics/report': {
    who: 'member',
    summary: '本单位的一份报表：各指标的本期、上期和去年同期，审核出的问题和说明',
    input: z.object(ref),
    output: reportGrid,
    example: { formId: 1, period: '2026-01' },
  },
  'POST /member/statistics/check': {
    who: 'member',
    isQuestion: true,
    duties: ['statistics'],
    summary: '核对填写中的报表：不保存，列出全部问题',
    input: z.object({ ...ref, values: typedValues }),
    output: z.object({ faults: z.array(fault) }),
    example: { formId: 1, period: '2026-01', values: { output: '120' } },
  },
  'POST /member/statistics/save': {
    who: 'member',
    duties: ['statistics'],
    summary: '保存报表；submit 为上报：必须更正的问题都已更正，其余的都有说明，才能上报',
    input: z.object({
      ...ref,
      version: int,
      values: typedValues,
      explanations: explanationsInput,
      submit: z.boolean('应为 true 或 false'),
    }),
    output: reportGrid,
    example: { formId: 1, period: '2026-01', version: 1, values: { output: '120' }, explanations: {}, submit: true },
  },
  'POST /member/statistics/withdraw': {
    who: 'member',
    duties: ['statistics'],
    summary: '撤回一份已报、协会还没有核过的报表，改后再报',
    input: z.object({ ...ref, version: int }),
    output: reportGrid,
    example: { formId: 1, period: '2026-01', version: 2 },
  },
  'GET /member/statistics/position': {
    who: 'member',
    summary: '本单位在行业中的位置：自己的数，与已公布的平均数，以及报表单位的四分位数；没有报的只看到大家都看到的',
    input: z.object(ref),
    output: z.object({
      isPublished: z.boolean(),
      /** The own values; null where the company did not report, and is shown nothing more than everybody. */
      rows: z
        .array(
          z.object({
            code: z.string(),
            name: z.string(),
            unit: z.string(),
            own: z.number(),
            average: z.number().nullable(),
            lower: z.number().nullable(),
            median: z.number().nullable(),
            upper: z.number().nullable(),
          }),
        )
        .nullable(),
    }),
    example: { formId: 1, period: '2026-01' },
  },
} as const satisfies Contract
