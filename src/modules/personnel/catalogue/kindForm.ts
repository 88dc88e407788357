import { defineForm, fieldsIn, type Option, optionsOf } from '#lib/form/form.ts'

const field = fieldsIn('')

const states = { open: '使用', retired: '停用' } as const
const issuers = { association: '本协会', state: '国家主管部门' } as const

const state = field('state', '状态', {
  kind: 'choice',
  required: true,
  options: optionsOf(states),
  hint: '停用后不再用于新的证书、培训班和导入；已发的证书照常有效、可以查到。',
})

/** A group of persons' certificates as staff edit it. */
export const groupFields = defineForm([
  field('code', '代号', { required: true, max: 4, hint: '大写字母和数字，如 QX。已发过证书的不能改。' }),
  field('name', '名称', { required: true, max: 30 }),
  state,
])

export const levelColumns = defineForm([
  field('code', '代号', { required: true, max: 4 }),
  field('name', '名称', { required: true, max: 20 }),
])

/** A kind of persons' certificates as staff edit it. */
export const kindFields = (groups: readonly Option[]) =>
  defineForm([
    field('groupId', '大类', { required: true, kind: 'choice', options: groups }),
    field('code', '代号', {
      required: true,
      max: 6,
      hint: '大写字母和数字，如 QX1，写在证书编号里。已发过证书的不能改。',
    }),
    field('name', '名称', { required: true, max: 30 }),
    field('levels', '级别', {
      kind: 'rows',
      max: 10,
      hint: '不分级别的不填。',
      columns: levelColumns,
    }),
    field('issuer', '发证', {
      required: true,
      kind: 'choice',
      options: optionsOf(issuers),
      hint: '国家发的只在公示页面列出供参考，不在这里签发。',
    }),
    field('validYears', '有效年数', { kind: 'number', unit: '年', min: 1, max: 50, hint: '不填为长期有效。' }),
    field('renewHours', '换证学时', {
      required: true,
      kind: 'number',
      unit: '学时',
      min: 0,
      max: 1000,
      hint: '有效期内应完成的继续教育学时，0 为不要求。',
    }),
    field('numberRule', '证书编号规则', {
      max: 80,
      hint: '可用 {prefix} {kind} {level} {year} {province}，以 -{serial:5} 结尾。改动只影响以后发的证书。',
    }),
    field('requirement', '初次取证条件', {
      kind: 'paragraph',
      max: 500,
      hint: '对学历、工作年限、培训学时的要求，在公示页面显示。',
    }),
    state,
  ])
