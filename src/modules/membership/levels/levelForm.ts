import { defineForm, fieldsIn, optionsOf } from '#lib/form/form.ts'
import { memberKindNames } from '../words.ts'

const field = fieldsIn('')

/** Availability of a level: on application, by election, or retired. */
export const levelStates = { open: '接受申请', elected: '由选举或决定授予', retired: '停用' } as const

export const feeChangeColumns = defineForm([
  field('fromYear', '从哪一年起', { kind: 'number', required: true, min: 2000, max: 2100, unit: '年' }),
  field('amount', '会费', { kind: 'number', required: true, min: 0, max: 10_000_000, unit: '元/年' }),
])

/** A level of membership as staff edit it. */
export const levelFields = defineForm([
  field('name', '名称', { required: true, max: 12 }),
  field('code', '代号', {
    kind: 'number',
    required: true,
    min: 1,
    max: 999,
    hint: '1 到 999，用在名录地址和导入表里，用过以后不能改。',
  }),
  field('kind', '授予', { kind: 'choice', required: true, options: optionsOf(memberKindNames) }),
  field('state', '办理', { kind: 'choice', required: true, options: optionsOf(levelStates) }),
  field('fee', '会费标准', { kind: 'number', required: true, min: 0, max: 10_000_000, unit: '元/年' }),
  field('changes', '会费调整', {
    kind: 'rows',
    max: 20,
    hint: '从哪一年度起改收多少。已生成的会费、已开的票据和报表不变。',
    columns: feeChangeColumns,
  }),
  field('votes', '表决权', {
    kind: 'number',
    required: true,
    min: 0,
    max: 100,
    unit: '票',
    hint: '会员大会上的票数。',
  }),
  field('condition', '入会条件', { kind: 'paragraph', max: 500, hint: '申请人选择级别时看到。' }),
  field('advertDays', '网站宣传', { kind: 'number', min: 0, max: 366, unit: '天/年', hint: '不填为不限。' }),
  field('trainingSeats', '会员价培训名额', { kind: 'number', min: 0, max: 9999, unit: '个/年', hint: '不填为不限。' }),
  field('numberPrefix', '会员编号前缀', { max: 10, hint: '不填则用站点设置里的前缀。改动只影响以后的会员。' }),
])
