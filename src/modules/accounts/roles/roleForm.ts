import { defineForm, fieldsIn, type Option, optionsOf } from '#lib/form/form.ts'
import { provinces } from '#lib/provinces.ts'
import { permissions } from '../permissions.ts'

const field = fieldsIn('角色')

/** Form of a role: its permissions and where they apply. `branches`, `kinds`: options it can be limited to. */
export const roleFields = (branches: readonly Option[], kinds: readonly Option[]) =>
  defineForm([
    field('name', '名称', { required: true, max: 20 }),
    field('note', '说明', { max: 100, hint: '这个角色做什么工作，供指派角色的人参考' }),
    field('permissions', '权限', { kind: 'choices', required: true, options: optionsOf(permissions) }),
    field('branches', '限于分支机构', {
      kind: 'choices',
      options: branches,
      hint: '限于分支机构服务的地区，这些地区改变时随之改变；分支机构停用或没有服务的地区时，看不到任何记录',
    }),
    field('provinces', '限于地区', {
      kind: 'choices',
      options: provinces.map(({ code, short }) => ({ code, name: short })),
      hint: '与分支机构的地区合在一起，都不选为不限。限定以后，只能看到和办理这些地区的申请、会员、单位、人员、证书与会费',
    }),
    field('kinds', '限于事项', {
      kind: 'choices',
      options: kinds,
      hint: '不选为不限。限定以后，只能看到和办理这些事项的申请；只用于查看、审核申请与记录审议决定',
    }),
    field('status', '状态', {
      kind: 'choice',
      required: true,
      options: optionsOf({ open: '在用', retired: '停用' }),
      hint: '停用以后，有这个角色的同事立即不再有它的权限；可以恢复',
    }),
  ])
