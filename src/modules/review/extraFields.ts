import { defineForm, fieldsIn } from '#lib/form/form.ts'

const field = fieldsIn('')

const extraKinds = [
  { code: 'text', name: '单行文字' },
  { code: 'paragraph', name: '多行文字' },
  { code: 'number', name: '数字' },
  { code: 'day', name: '日期' },
  { code: 'choice', name: '单选' },
  { code: 'choices', name: '多选' },
] as const

/** Fields that staff add to a form by themselves, one a row. */
export const extraColumns = defineForm([
  field('code', '代号', { max: 6, hidden: true }),
  field('label', '栏目名称', { required: true, max: 20 }),
  field('section', '所在部分', { max: 12 }),
  field('kind', '填写方式', { kind: 'choice', required: true, options: extraKinds }),
  field('options', '选项', { max: 200, hint: '单选、多选时填写，用顿号隔开' }),
  field('unit', '单位', { max: 8 }),
  field('required', '必填', { kind: 'agreement' }),
  field('hint', '说明', { max: 60 }),
])
