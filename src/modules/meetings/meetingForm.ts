import { defineForm, fieldsIn, optionsOf } from '#lib/form/form.ts'

const kind = fieldsIn('')

export const agendaKindFields = defineForm([
  kind('name', '名称', { required: true, max: 20, hint: '例如“工作报告”' }),
  kind('isOpen', '状态', { kind: 'choice', required: true, options: optionsOf({ yes: '启用', no: '停用' }) }),
])
