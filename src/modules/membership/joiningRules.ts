import { defineForm, type FormField, fieldsIn, type Option, optionsOf } from '#lib/form/form.ts'
import { typedKeys } from '#lib/keys.ts'
import { shareOfAmount } from '#lib/money.ts'
import { extraColumns } from '../review/extraFields.ts'

/** Steps of joining that an association may do without; the first look at the form always is. */
export const joiningStepNames = {
  materials: '打印申请表签章，上传材料复审',
  decision: '会议审议',
  notice: '公示',
  fee: '缴纳会费',
}
export type JoiningStep = keyof typeof joiningStepNames
export const joiningSteps = typedKeys(joiningStepNames)

/** Share of the yearly fee due in the year of joining. */
export const firstYears = ['full', 'half', 'quarter', 'month'] as const
export type FirstYear = (typeof firstYears)[number]
const firstYearNames: Record<FirstYear, string> = {
  full: '全年',
  half: '下半年入会的减半',
  quarter: '按季度，含入会的季度',
  month: '按月，含入会的月份',
}

export type JoiningMaterial = { code: string; name: string; required: boolean; max: number; hint: string }
export type JoiningRule = {
  condition: string
  steps: JoiningStep[]
  firstYear: FirstYear
  materials: JoiningMaterial[]
  fields: FormField[]
  /** Codes of own fields of the organisation or person that the form asks, too. */
  ownFields: string[]
}

const field = fieldsIn('')

export const joiningMaterialColumns = defineForm([
  field('code', '代号', { max: 30 }),
  field('name', '名称', { required: true, max: 40, suggests: 'material' }),
  field('required', '必交', { kind: 'agreement' }),
  field('max', '最多几份', { kind: 'number', required: true, min: 1, max: 20 }),
  field('hint', '说明', { max: 100 }),
])

/** Form of the joining rules. */
export const joiningFields = (ownFields: readonly Option[]) =>
  defineForm([
    field('condition', '入会条件与须知', { kind: 'paragraph', max: 1000, hint: '申请人填表之前看到。' }),
    field('steps', '办理步骤', {
      kind: 'choices',
      options: optionsOf(joiningStepNames),
      hint: '初审总是有的。取消的步骤，以后的申请不再经过。',
    }),
    field('firstYear', '入会当年的会费', { kind: 'choice', required: true, options: optionsOf(firstYearNames) }),
    field('materials', '材料', {
      kind: 'rows',
      max: 20,
      hint: '有签章这一步时，签章的申请表总是要交，不必列出。代号不填的由程序编；licence 为营业执照，入会后存入单位资料。',
      columns: joiningMaterialColumns,
    }),
    field('ownFields', '自定义栏目', {
      kind: 'choices',
      options: ownFields,
      hint: '入会时也填写的自定义栏目，通过后存入单位或人员的档案。只列由单位或本人填写的。',
    }),
    field('fields', '附加栏目', {
      kind: 'rows',
      max: 20,
      hint: '只在申请表上另外要填、不存入档案的内容。改动只用于以后提交的申请，已提交的保留当时的栏目和所填内容。',
      columns: extraColumns,
    }),
  ])

const maskHint = '可遮挡证件号码中间部分'
const all: JoiningStep[] = [...joiningSteps]

/** Default joining rules. */
export const defaultRules: Record<'organisation' | 'person', JoiningRule> = {
  organisation: {
    condition: '',
    steps: all,
    firstYear: 'full',
    materials: [
      { code: 'licence', name: '营业执照或法人登记证书', required: true, max: 2, hint: '' },
      { code: 'commitment', name: '诚信承诺书', required: false, max: 1, hint: '' },
      { code: 'legalId', name: '法定代表人身份证明', required: false, max: 2, hint: maskHint },
      { code: 'authorization', name: '会员代表委托书', required: false, max: 1, hint: '' },
      { code: 'permits', name: '行业许可证', required: false, max: 10, hint: '持有的单位上传' },
    ],
    fields: [],
    ownFields: [],
  },
  person: {
    condition: '',
    steps: all,
    firstYear: 'full',
    materials: [
      { code: 'identity', name: '身份证明', required: true, max: 2, hint: maskHint },
      { code: 'education', name: '学历、学位或职称证书', required: false, max: 5, hint: '' },
    ],
    fields: [],
    ownFields: [],
  },
}

/** The parts of a year, of twelve months, that are paid by who joins in this month (1 to 12). */
function monthsPaid(rule: FirstYear, month: number): number {
  switch (rule) {
    case 'full':
      return 12
    case 'half':
      return month > 6 ? 6 : 12
    case 'quarter':
      return 12 - 3 * Math.floor((month - 1) / 3)
    case 'month':
      return 13 - month
  }
}

/** Fee due for joining on this day, in yuan rounded to the cent, and the number of months it covers. */
export function firstFee(fee: number, rule: FirstYear, day: string): { amount: number; months: number } {
  const months = monthsPaid(rule, Number(day.slice(5, 7)))
  return { amount: shareOfAmount(fee, months, 12), months }
}
