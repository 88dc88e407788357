import { defineForm, fieldsIn, optionsOf } from '#lib/form/form.ts'
import { provinces } from '#lib/provinces.ts'

const field = fieldsIn('分支机构')

export const branchFields = defineForm([
  field('name', '名称', { required: true, max: 40, hint: '如“华东分会”“江苏省代表处”' }),
  field('provinces', '服务的地区', {
    kind: 'choices',
    options: provinces.map(({ code, short }) => ({ code, name: short })),
    hint: '一个地区只归一个分支机构。修改后，角色限于这个分支机构的同事下一次操作即按新的地区处理',
  }),
  field('contact', '联系人', { max: 20 }),
  field('phone', '电话', { kind: 'phone' }),
  field('address', '地址', { max: 100 }),
  field('status', '状态', {
    kind: 'choice',
    required: true,
    options: optionsOf({ open: '在用', retired: '停用' }),
    hint: '停用以后，只限于它的角色看不到任何记录；它的地区可以归别的分支机构',
  }),
])
