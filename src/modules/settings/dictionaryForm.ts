import { defineForm, fieldsIn, type Option, optionsOf } from '#lib/form/form.ts'

const field = fieldsIn('')

/** An entry of a dictionary. `traits`: what may be said of it, in any of them. */
export const entryFields = (dictionaries: readonly Option[], traits: readonly Option[]) =>
  defineForm([
    field('dictionary', '字典', { kind: 'choice', required: true, options: dictionaries }),
    field('name', '名称', { required: true, max: 30 }),
    field('code', '代码', {
      max: 20,
      hint: '字母和数字，以字母开头；不填则取名称的拼音。有记录使用后不能再改。',
    }),
    field('traits', '办理要求', { kind: 'choices', options: traits }),
    field('state', '状态', {
      kind: 'choice',
      required: true,
      options: optionsOf({ offered: '可选', retired: '停用' }),
      hint: '停用后不再供新的选择，已选用的记录照常显示。',
    }),
  ])
