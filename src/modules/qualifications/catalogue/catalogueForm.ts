import { defineForm, fieldsIn, type Option } from '#lib/form/form.ts'
import { typedKeys } from '#lib/keys.ts'
import { extraColumns } from '#modules/review/extraFields.ts'
import { applicationTypeNames, applicationTypes, isAssessed } from '../applicationTypes.ts'

const field = fieldsIn('')

export const groupFields = defineForm([
  field('code', '代号', { required: true, max: 4, hint: '大写字母和数字，如 QX。已发过证书的不能改。' }),
  field('name', '名称', { required: true, max: 30 }),
  field('intro', '介绍', { kind: 'paragraph', max: 300, hint: '在公示页面显示：评价什么、依据什么、怎样分级。' }),
  field('rules', '评价办法', {
    hint: '评价办法文章的编号，即文章网址末尾的数字，几篇用顿号隔开。',
  }),
])

/** The cards of a kind's screen, each edited by itself. */
export const kindSections = ['基本信息', '评审费', '级别', '材料', '附加栏目', '现场评审检查表'] as const
const [BASIC, FEE, LEVELS, MATERIALS, EXTRA, CHECKLIST] = kindSections

/** Types of application that cost a fee: only those that assess the applicant anew. */
export const typesWithFee = applicationTypes.filter(isAssessed)
export const shareName = <const Type extends string>(type: Type) => `${type}Share` as const

export const flags = [
  { code: 'isOpen', name: '接受申请' },
  { code: 'needsSiteReview', name: '需要现场评审' },
  { code: 'hasAnnualReport', name: '每年提交年度报告' },
] as const

/** Requirements that a level may have, in display order. */
export const requirementNames = {
  senior: '高级职称（人）',
  middle: '中级及以上（人）',
  junior: '初级职称（人）',
  certified: '持证人员（人）',
  works: '业绩（项）',
  capital: '注册资本（万元）',
} as const

const wanted = typedKeys(requirementNames)
const basic = fieldsIn(BASIC)

export const levelColumns = defineForm([
  field('code', '代号', { required: true, max: 4 }),
  field('name', '名称', { required: true, max: 12 }),
  field('scope', '允许范围', { kind: 'paragraph', max: 300 }),
  ...wanted.map(name => field(name, requirementNames[name], { kind: 'number', max: 1_000_000 })),
  field('fee', '评审费（元）', { kind: 'number', required: true, max: 1_000_000 }),
  field('isOpen', '接受申请', { kind: 'agreement' }),
])

export const materialColumns = defineForm([
  field('code', '代号', { max: 6, hidden: true }),
  field('name', '名称', { required: true, max: 40, suggests: 'material' }),
  field('required', '必交', { kind: 'agreement' }),
  field('hint', '说明', { max: 100 }),
  field('only', '用于', {
    kind: 'choices',
    options: applicationTypes.map(code => ({ code, name: applicationTypeNames[code] })),
  }),
])

export const clauseColumns = defineForm([
  field('clause', '条款', { required: true, max: 20 }),
  field('content', '核查内容', { kind: 'paragraph', required: true, max: 300 }),
])

/** People with certificates of certain kinds, as levels ask for them. */
export const holderColumns = (kinds: readonly Option[]) =>
  defineForm([
    field('name', '名称', { required: true, max: 20, hint: '申请人看到的说法，如“项目负责人”' }),
    field('level', '级别代号', { max: 4, hint: '留空即每个级别都要求' }),
    field('kinds', '证书种类', { kind: 'choices', required: true, options: kinds, hint: '持有其中任何一种的都计入' }),
    field('grade', '证书级别代号', { max: 4, hint: '留空即不论级别' }),
    field('count', '至少（人）', { kind: 'number', min: 1, max: 10_000 }),
    field('share', '占职工不低于（%）', { kind: 'number', min: 1, max: 100 }),
  ])

type Choices = { groups: readonly Option[]; holderKinds: readonly Option[] }

/** A kind as staff edit it. `holderKinds`: of the certificates of persons. */
export const kindFields = ({ groups, holderKinds }: Choices) =>
  defineForm([
    basic('name', '名称', { required: true, max: 30 }),
    basic('code', '代号', {
      required: true,
      max: 6,
      hint: '大写字母和数字，如 QX01，写在证书编号里。已发过证书的不能改。',
    }),
    basic('groupId', '大类', { required: true, kind: 'choice', options: groups }),
    basic('validYears', '证书有效年数', { required: true, kind: 'number', unit: '年', min: 1, max: 20 }),
    basic('renewAheadMonths', '可提前换证', {
      required: true,
      kind: 'number',
      unit: '个月',
      max: 24,
      hint: '到期前多久开始受理换证。',
    }),
    basic('flags', '办理方式', { kind: 'choices', options: flags }),
    basic('annualFrom', '年度报告开始', { required: true, max: 5, hint: '每年从哪天起，如 01-01。' }),
    basic('annualTo', '年度报告截止', { required: true, max: 5, hint: '到哪天为止，如 03-31。' }),
    basic('numberRule', '证书编号规则', {
      required: true,
      max: 80,
      hint: '可用 {prefix} {kind} {level} {year} {province}，以 -{serial:4} 结尾。改动只影响以后发的证书。',
    }),
    ...typesWithFee.map(type =>
      fieldsIn(FEE)(shareName(type), `${applicationTypeNames[type]}收费`, {
        kind: 'number',
        unit: '%',
        max: 200,
        hint: '占级别评审费的百分比，0 或不填为不收费。',
      }),
    ),
    fieldsIn(LEVELS)('levels', '级别', {
      kind: 'rows',
      max: 10,
      hint: '先后即由高到低的次序。条件留空即没有要求。',
      columns: levelColumns,
    }),
    fieldsIn(LEVELS)('certifiedKinds', '计入持证人员的证书', {
      kind: 'choices',
      options: holderKinds,
      hint: '级别条件里的“持证人员”只数持有这些证书的人；不选为人员证书都计入。',
    }),
    fieldsIn(LEVELS)('holderRules', '规定种类的持证人员', {
      kind: 'rows',
      max: 20,
      hint: '除人数以外，还要求有哪几种证书的人员各多少名，或占职工的比例。',
      columns: holderColumns(holderKinds),
    }),
    fieldsIn(MATERIALS)('materials', '材料', {
      kind: 'rows',
      max: 30,
      hint: '盖章申请表总是要交，不必列出。“用于”留空即各类申请都要交。',
      columns: materialColumns,
    }),
    fieldsIn(EXTRA)('fields', '附加栏目', {
      kind: 'rows',
      max: 20,
      hint: '申请表上本种类另外要填的内容。改动只用于以后提交的申请，已提交的保留当时的栏目和所填内容。',
      columns: extraColumns,
    }),
    fieldsIn(CHECKLIST)('checklist', '检查表', {
      kind: 'rows',
      max: 60,
      hint: '评审组在现场逐条核查、记录结果。',
      columns: clauseColumns,
    }),
  ])
