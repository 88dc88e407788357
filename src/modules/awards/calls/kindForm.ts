import { defineForm, fieldsIn, optionsOf } from '#lib/form/form.ts'
import { entryFormNames, entryForms } from '../rules.ts'
import { ruleFields, ruleSections } from './ruleForm.ts'

const BASIC = '基本信息'
export const kindSections = [BASIC, ...ruleSections] as const

const field = fieldsIn(BASIC)

/** An award as staff edit it: what a new call begins with. */
export const kindFields = defineForm([
  field('name', '名称', { required: true, max: 30 }),
  field('code', '代号', { required: true, max: 20, hint: '小写字母，用于网址，如 science。' }),
  field('form', '申报书', {
    kind: 'choice',
    required: true,
    hint: '按所报的是项目、论文、报告还是单位与个人，申报书各不相同。',
    options: entryForms.map(code => ({ code, name: entryFormNames[code] })),
  }),
  field('numberCode', '证书代码', { required: true, max: 4, hint: '写在获奖证书编号里，如 KJ。' }),
  field('open', '接受申报', {
    kind: 'choice',
    required: true,
    options: optionsOf({ yes: '是', no: '停办' }),
  }),
  field('intro', '介绍', { kind: 'paragraph', max: 500, hint: '在申报页面和获奖名单上方显示。' }),
  ...ruleFields,
])

export const newKindRules = {
  levels: [{ code: 'first', name: '一等奖', mostPersons: 9, mostOrganisations: 7 }],
  criteria: [{ code: 'work', name: '综合评价', max: 100, hint: '' }],
}
