import { defineForm, fieldsIn, type Option, optionsOf, pickFields } from '#lib/form/form.ts'
import { extraColumns } from '../review/extraFields.ts'

/** Begins the code of every own field, which therefore is no name of a field of the program. */
export const OWN_PREFIX = 'own_'
export const isOwnCode = (name: string) => name.startsWith(OWN_PREFIX)

/** What is filled in, by the codes of the fields; a field without an answer is absent. */
export type OwnValues = Record<string, string | number | string[]>

const field = fieldsIn('')
const YES_NO = optionsOf({ yes: '是', no: '否' })

/** `code` is made by the program: records keep it, so that an option can be renamed. */
export const optionColumns = defineForm([
  field('code', '代号', { max: 8, hidden: true }),
  field('name', '选项', { required: true, max: 30 }),
  field('retired', '停用', { kind: 'agreement' }),
])

/** Codes of options: o1, o2, … */
export const OPTION_CODE = /^o([1-9]\d{0,3})$/
export const MAX_OPTIONS = 50

/** An own field as staff define it. */
export const ownFieldForm = (types: readonly Option[]) =>
  defineForm([
    field('recordType', '登记', { kind: 'choice', required: true, options: types }),
    field('code', '代号', { max: 40 }),
    ...pickFields(extraColumns, 'label', 'kind'),
    field('options', '选项', {
      kind: 'rows',
      max: MAX_OPTIONS,
      columns: optionColumns,
      hint: '单选、多选时填写。停用的不再供新的选择，已选用的记录照常显示。',
    }),
    field('unit', '单位', { max: 8, hint: '只用于数字，例如 辆、万元' }),
    field('section', '所在部分', { max: 12, hint: '表单上的小标题；不填则归入“其他信息”' }),
    ...pickFields(extraColumns, 'hint'),
    field('filledBy', '由谁填写', {
      kind: 'choice',
      required: true,
      options: optionsOf({ staff: '只由工作人员', holder: '单位或本人，工作人员也可修改' }),
    }),
    field('required', '必填', {
      kind: 'choice',
      required: true,
      options: YES_NO,
      hint: '单位或本人填写时必填；工作人员登记和批量导入时可以留空。',
    }),
    field('shown', '在会员主页公开', { kind: 'choice', required: true, options: YES_NO }),
    field('state', '状态', { kind: 'choice', options: optionsOf({ asked: '在用', removed: '已移除' }) }),
  ])
