import { defineForm, type FormField, fieldsIn, type Option, optionsOf } from '#lib/form/form.ts'
import { relations } from './checks.ts'
import { frequencyNames } from './periods.ts'
import { MAX_CELLS } from './statisticsWords.ts'

const yesNo = optionsOf({ yes: '是', no: '否' })

const indicator = fieldsIn('')
export const indicatorFields = defineForm([
  indicator('code', '代码', { required: true, max: 30, hint: '小写字母、数字和下划线，用在规则里，例如 output' }),
  indicator('name', '名称', { required: true, max: 40 }),
  indicator('unit', '单位', { required: true, max: 20, hint: '例如“万元”“台”“吨”' }),
  indicator('definition', '指标解释', {
    kind: 'paragraph',
    required: true,
    max: 600,
    hint: '包括什么、不包括什么，填报时显示',
  }),
  indicator('decimals', '小数位数', { kind: 'number', required: true, min: 0, max: 6 }),
  indicator('mayBeNegative', '可以为负数', { kind: 'choice', required: true, options: yesNo }),
  indicator('isOpen', '状态', { kind: 'choice', required: true, options: optionsOf({ yes: '启用', no: '停用' }) }),
])

const form = fieldsIn('统计表')
const cell = fieldsIn('指标')
const rule = fieldsIn('审核规则')
const release = fieldsIn('公布')

/** The fields of a report form; its cells are chosen among these indicators. */
export const reportFormFields = (indicators: readonly Option[]): FormField[] => [
  form('code', '代码', { required: true, max: 30, hint: '小写字母、数字和连字符，用在公开页面的网址里' }),
  form('name', '名称', { required: true, max: 40, hint: '例如“生产经营月报”' }),
  form('frequency', '报告期', { kind: 'choice', required: true, options: optionsOf(frequencyNames) }),
  form('dueDays', '填报期限', {
    kind: 'number',
    required: true,
    min: 1,
    max: 180,
    unit: '天',
    hint: '报告期结束后多少天内',
  }),
  form('remindDays', '催报', {
    max: 60,
    hint: '期限前后第几天提醒没有报的单位，例如“-3、0、5”：前 3 天、当天、后 5 天；留空为不自动提醒',
  }),
  form('note', '填报说明', { kind: 'paragraph', max: 1000 }),
  form('isOpen', '状态', { kind: 'choice', required: true, options: optionsOf({ yes: '启用', no: '停用' }) }),
  {
    ...cell('cells', '指标', { required: true, max: MAX_CELLS }),
    kind: 'rows',
    isOrdered: true,
    columns: [
      cell('indicator', '指标', { kind: 'choice', required: true, options: indicators }),
      cell('isRequired', '必填', { kind: 'choice', required: true, options: yesNo }),
      cell('low', '通常不低于', { kind: 'number', min: -1e9, max: 1e9 }),
      cell('high', '通常不高于', { kind: 'number', min: -1e9, max: 1e9 }),
      cell('times', '变化不超过（倍）', { kind: 'number', min: 1.01, max: 1000, hint: '与上期、去年同期比' }),
    ],
  },
  {
    ...rule('rules', '规则', {
      max: 40,
      hint: '用指标的代码写，例如 stock 等于 stock@prev + output - sold；@prev 为上期，@year 为去年同期',
    }),
    kind: 'rows',
    columns: [
      rule('name', '名称', { max: 40 }),
      rule('left', '左边', { required: true, max: 200 }),
      rule('relation', '关系', { kind: 'choice', required: true, options: optionsOf(relations) }),
      rule('right', '右边', { required: true, max: 200 }),
      rule('isStrict', '不符时', {
        kind: 'choice',
        required: true,
        options: optionsOf({ yes: '不能上报', no: '说明后可以上报' }),
      }),
    ],
  },
  release('minContributors', '至少多少家才公布', { kind: 'number', required: true, min: 3, max: 50, unit: '家' }),
  release('maxShare', '一家最多占', {
    kind: 'number',
    required: true,
    min: 30,
    max: 99,
    unit: '%',
    hint: '超过的合计不公布',
  }),
  release('margin', '保密的合计至少不能推算到', {
    kind: 'number',
    required: true,
    min: 1,
    max: 50,
    unit: '%',
    hint: '以内',
  }),
]

const breakField = fieldsIn('')
export const seriesBreakFields = (forms: readonly Option[], indicators: readonly Option[]) =>
  defineForm([
    breakField('form', '统计表', { kind: 'choice', required: true, options: forms }),
    breakField('period', '从哪一期起', { required: true, max: 8, hint: '例如 2026-03、2026-Q1、2026-H1、2026' }),
    breakField('indicator', '指标', { kind: 'choice', options: indicators, hint: '留空为整张表' }),
    breakField('explanation', '说明', {
      kind: 'paragraph',
      required: true,
      max: 300,
      hint: '与以前为什么不可比，公开显示',
    }),
  ])
