import { fieldsIn, optionsOf } from '#lib/form/form.ts'

const field = fieldsIn('', { max: 200 })

export const operationFields = [
  field('mode', '网站', {
    kind: 'choice',
    required: true,
    options: optionsOf({
      open: '正常开放',
      readOnly: '只读：可以查看，任何人都不能提交或修改',
      maintenance: '维护：访客看到维护页，会员不能办理，工作人员照常',
    }),
  }),
  field('message', '告示', {
    kind: 'paragraph',
    hint: '告诉访问者的一句话，如“系统升级，预计 18 点恢复”；不填时说“网站正在维护，暂时不能办理，请稍后再来”。恢复开放后不再显示。',
  }),
] as const
