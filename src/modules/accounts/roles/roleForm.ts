import { defineForm, fieldsIn, optionsOf } from '#lib/form/form.ts'
import { provinces } from '#lib/provinces.ts'
import { permissions } from '../colleagues/permissions.ts'

const field = fieldsIn('角色')

/** What a role is: what whoever has it may do, and where. */
export const roleFields = defineForm([
  field('name', '名称', { required: true, max: 20 }),
  field('note', '说明', { max: 100, hint: '这个角色做什么工作，供指派角色的人参考' }),
  field('permissions', '权限', { kind: 'choices', required: true, options: optionsOf(permissions) }),
  field('provinces', '限于地区', {
    kind: 'choices',
    options: provinces.map(({ code, short }) => ({ code, name: short })),
    hint: '不选为不限。限定以后，只能看到和办理这些地区的申请、会员、单位、人员、证书与会费',
  }),
  field('status', '状态', {
    kind: 'choice',
    required: true,
    options: optionsOf({ open: '在用', retired: '停用' }),
    hint: '停用以后，有这个角色的同事立即不再有它的权限；可以恢复',
  }),
])
