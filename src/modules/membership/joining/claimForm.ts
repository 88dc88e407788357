import type { FormField } from '#lib/form/form.ts'

/** 认领：an old member that the association knows and whose account is new. */
export const claimFields: FormField[] = [
  { name: 'orgName', label: '注册时填写的单位', section: '认领', kind: 'text', max: 100 },
  { name: 'creditCode', label: '注册时填写的统一社会信用代码', section: '认领', kind: 'text', max: 40 },
  {
    name: 'memberNumber',
    label: '会员编号或证书编号',
    section: '认领',
    kind: 'text',
    max: 40,
    hint: '印在会员证书或资质证书上；认领注册时填写的单位可不填',
  },
  {
    name: 'note',
    label: '说明',
    section: '认领',
    kind: 'paragraph',
    max: 500,
    hint: '名称变更过、编号不清楚等情况可在这里说明',
  },
]
